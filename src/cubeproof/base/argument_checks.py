"""What arguments must be: one of a wrong type is a TypeError, in a sentence that names it.

These sentences are for those who write programs, so they are in English only.
"""

from collections.abc import Callable
from numbers import Integral
from reprlib import repr as short


def expect(name: str, value: object, kinds: type | tuple[type, ...], wanted: str) -> None:
    """Check that an argument is of the type that it must have.

    >>> expect("folder", 7, str, "a path")
    Traceback (most recent call last):
        ...
    TypeError: `folder` must be a path, not 7, which is of type int.
    """
    if not isinstance(value, kinds):
        raise wrong(name, value, wanted)


def wrong(name: str, value: object, wanted: str) -> TypeError:
    """The error for an argument that is not of the type that it must have."""
    return TypeError(
        f"`{name}` must be {wanted}, not {short(value)}, which is of type {type(value).__name__}."
    )


def expect_whole(name: str, value: object) -> None:
    """Check that an argument is a whole number, of Python or of NumPy, and not a bool."""
    if type(value) is bool or not isinstance(value, Integral):
        raise wrong(name, value, "a whole number")


def expect_callable(name: str, value: Callable[..., object]) -> None:
    """Check that an argument can be called."""
    expect(name, value, Callable, "something to be called")  # type: ignore[arg-type]
