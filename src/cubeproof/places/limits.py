"""Limits of what is read from a place of another owner."""

PAGE = 16 * 2**20
"""The most bytes of a page that lists a folder, and of a certificate's manifest."""

UNKNOWN = 256 * 2**20
"""The most bytes of a file whose service does not report its size."""


class TooLongError(OSError):
    """A file or a page is longer than expected."""


def limit_for(size: int | None) -> int:
    """Return how many bytes of a file may come; a file that came compressed may be longer than its size.

    >>> limit_for(10) == PAGE, limit_for(2 * PAGE) == 2 * PAGE, limit_for(None) == UNKNOWN
    (True, True, True)
    """
    return UNKNOWN if size is None else max(size, PAGE)
