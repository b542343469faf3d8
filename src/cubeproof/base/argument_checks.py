"""Checks of argument types: a wrong type raises a TypeError that names the argument.

Only programmers read these sentences, so they are in English only.
"""

from collections.abc import Callable
from numbers import Integral
from reprlib import repr as short


def expect(name: str, value: object, kinds: type | tuple[type, ...], expected: str) -> None:
    """Raise a TypeError if an argument has a wrong type.

    >>> expect("folder", 7, str, "a path")
    Traceback (most recent call last):
        ...
    TypeError: `folder` must be a path, not 7, which is of type int.
    """
    if not isinstance(value, kinds):
        raise wrong(name, value, expected)


def wrong(name: str, value: object, expected: str) -> TypeError:
    """Return the TypeError for an argument of a wrong type."""
    return TypeError(
        f"`{name}` must be {expected}, not {short(value)}, which is of type {type(value).__name__}."
    )


def expect_whole(name: str, value: object) -> None:
    """Raise a TypeError unless an argument is a whole number of Python or NumPy; a bool is refused too."""
    if type(value) is bool or not isinstance(value, Integral):
        raise wrong(name, value, "a whole number")


def expect_callable(name: str, value: Callable[..., object]) -> None:
    """Raise a TypeError unless an argument can be called."""
    expect(name, value, Callable, "something to be called")  # type: ignore[arg-type]
