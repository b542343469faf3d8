"""The contract between `solving/` and the engines: requests, limits, stopping, events, bounds and outcomes."""
