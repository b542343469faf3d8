"""The contract of searches: limits, stopping, events, bounds and outcomes. Engines and `solving/` import it."""
