r"""The cache of tables on disk.

A table takes seconds or minutes to build and never changes, so it is built once and stored in the user's cache
folder. It comes as an array, which may be used while its checksum is still being made::

    >>> import tempfile
    >>> from pathlib import Path
    >>> folder = tempfile.TemporaryDirectory()
    >>> store = Store(Path(folder.name))
    >>> store.array("example", 18, lambda: b"built at some cost").built
    True
    >>> array = store.array("example", 18, lambda: b"not called")
    >>> array.data.shape, array.built
    ((18,), False)
    >>> array.ensure()  # before any result of the table is reported

No fault of a cache may stop a search or make an answer wrong:

- Files are verified when they are read. A damaged, cut off or foreign file counts as missing; the table is rebuilt, and
  a warning says so.
- A folder that cannot be written to costs only the time to build again; a warning says so too.
- A table is written to a temporary file and renamed, so that no reader sees half of it. Of two processes that need
  the same table at once one builds it, and the other waits; a process that is killed leaves no lock behind, and what
  it has written by then is removed by the next one that builds the table.

A file is one line of ASCII that says what it holds, filled up with spaces, then the table as it is::

    >>> line, payload = store.path("example").read_bytes().split(b"\n")
    >>> print(line.decode().strip())
    cubeproof-table 2 name=example version=1 bytes=18 checksum=6fc04367204f5df06ad5d20ae2b4ebef
    >>> payload
    b'built at some cost'
    >>> folder.cleanup()

`folder.py` has the `Store`, `file.py` the form of a file, `array.py` what is used while it is verified, `lock.py` what
processes agree by, `room.py` how much memory and disk there is.
"""

from cubeproof.store.array import TableArray, aligned_empty
from cubeproof.store.folder import ArraysInMemory, Entry, State, Store, default_folder
from cubeproof.store.room import free_disk, free_memory

__all__ = [
    "ArraysInMemory",
    "Entry",
    "State",
    "Store",
    "TableArray",
    "aligned_empty",
    "default_folder",
    "free_disk",
    "free_memory",
]
