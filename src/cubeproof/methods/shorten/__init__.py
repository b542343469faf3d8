"""Shorter words for finished answers: `merger` merges adjacent turns, `windows` replaces parts."""
