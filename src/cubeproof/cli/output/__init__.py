"""Output of the command: streams and languages, progress, failures, and URLs without their secrets."""
