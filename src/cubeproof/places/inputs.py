"""`fetched_file` and `fetched_folder`: a place to read, as a path of this machine."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from cubeproof.places.local import temporary, told_of
from cubeproof.places.place import Place, Url, located

# A name may be longer there than here; its end says what the file is.
_LONGEST = 100


@contextmanager
def fetched_file(place: Place) -> Iterator[Path]:
    """A file to read: a path as it is, of a URL a copy, which is removed at the end.

    Errors that are raised inside name the place and not the copy.

    Raises:
        UsageError: not a URL, or an unknown scheme.
        UnsupportedError: what reaches it is not installed.
        PlaceError: it cannot be read, or changed during the call.
        TypeError: neither a text nor a path.

    >>> with fetched_file("cubes.txt") as path:
    ...     print(path)
    cubes.txt
    """
    where = located(place)
    if isinstance(where, Path):
        yield where
        return
    from cubeproof.places.services import service

    with temporary(where.shown) as folder:
        path = copy_in(folder, where)
        with told_of(path, where.shown):
            service(where, writing=False).fetch(path)
            yield path


@contextmanager
def fetched_folder(place: Place, most: Mapping[str, int] = MappingProxyType({})) -> Iterator[Path]:
    """A folder to read: a path as it is, of a URL a copy of its files, which is removed at the end.

    Errors that are raised inside name the place and not the copy.

    Args:
        place: the folder.
        most: by the names of files the most bytes that are copied of them.

    Raises:
        UsageError: it is not a URL, or its scheme is not known.
        UnsupportedError: what reaches it is not installed.
        PlaceError: it cannot be read, is too long, or changed during the call.
        TypeError: neither a text nor a path.
    """
    where = located(place)
    if isinstance(where, Path):
        yield where
        return
    from cubeproof.places.services import service

    with temporary(where.shown) as folder:
        service(where, writing=False).fetch_all(folder, most)
        yield folder


def copy_in(folder: Path, url: Url) -> Path:
    """Where in a folder the copy of a file is, with the ending of its name."""
    return folder / url.name[-_LONGEST:]
