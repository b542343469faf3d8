"""Solving: the façade `solve`, the engines' contract, limits, progress and solutions."""
