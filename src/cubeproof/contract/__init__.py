"""What a search is: limits, the one way to stop, events, bounds and outcomes. Engines stand on it, and `solving/` upon the engines."""
