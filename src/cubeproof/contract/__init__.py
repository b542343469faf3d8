"""What a search is: limits, the one way to stop, events, bounds and outcomes. Engines and `solving/` import it."""
