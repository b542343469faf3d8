"""`fetched_file` and `fetched_folder`: give a local path for a place to read."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from cubeproof.places.local import place_in_errors, temporary
from cubeproof.places.place import Place, Url, located

# A URL's file name may be too long for this machine; its ending says what the file is.
_LONGEST = 100


@contextmanager
def fetched_file(place: Place) -> Iterator[Path]:
    """Yield the path of a file to read: a path itself, for a URL a copy, which is removed at the end.

    Errors that are raised inside the context name the place and not the copy.

    Raises:
        UsageError: an invalid URL, or an unknown scheme.
        UnsupportedError: the package for its scheme is not installed.
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
        with place_in_errors(path, where.shown):
            service(where, writing=False).fetch(path)
            yield path


@contextmanager
def fetched_folder(place: Place, most: Mapping[str, int] = MappingProxyType({})) -> Iterator[Path]:
    """Yield the path of a folder to read: a path itself, for a URL a copy of its files, which is removed at the end.

    Errors that are raised inside the context name the place and not the copy.

    Args:
        place: the folder.
        most: the maximum sizes of files in bytes, by file name.

    Raises:
        UsageError: an invalid URL, or an unknown scheme.
        UnsupportedError: the package for its scheme is not installed.
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
    """Return the path of a file's copy in a folder; the ending of its name is kept."""
    return folder / url.name[-_LONGEST:]
