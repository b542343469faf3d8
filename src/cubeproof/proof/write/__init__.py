"""Writes certificates: the formula, its proof in parts, and the manifest."""
