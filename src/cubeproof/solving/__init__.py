"""Solving: `solve` and other functions for callers; choice of engine, replay of answers, and solutions."""
