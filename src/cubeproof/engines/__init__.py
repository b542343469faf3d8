"""The engines: independent ways to solve the same problems. None of them knows of another."""
