"""The exit statuses of the command."""

OK, DEFECT, USAGE, IMPOSSIBLE, NO_ANSWER, INTERRUPTED = 0, 1, 2, 3, 4, 130
REFUSED = 1
