"""Tests in a real browser: a package, so that the browser it opens is closed with it."""
