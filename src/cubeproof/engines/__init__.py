"""The engines: independent ways to solve the same problems. No engine imports another."""
