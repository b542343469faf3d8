r"""The cache of tables on disk: `Store` loads, builds and saves them.

A table takes seconds or minutes to build and never changes, so it is built once and stored in the user's cache
folder. It is an array, which may be used while its checksum is still computed::

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

No fault of the cache stops a search or makes an answer wrong:

- Files are verified when they are read. A damaged, truncated or foreign file counts as missing; the table is rebuilt,
  and a warning is given.
- If the folder cannot be written, the table is built again next time, and a warning is given.
- A table is written to a temporary file and renamed, so that no reader sees half of it. If two processes need the
  same table, one builds it and the other waits. A killed process leaves no lock behind; the next process that builds
  the table removes its partial file.

A file is a header, which is a line of ASCII padded with spaces, followed by the bytes of the table::

    >>> line, payload = store.path("example").read_bytes().split(b"\n")
    >>> print(line.decode().strip())
    cubeproof-table 2 name=example version=1 bytes=18 checksum=6fc04367204f5df06ad5d20ae2b4ebef
    >>> payload
    b'built at some cost'
    >>> folder.cleanup()

`folder.py` has the `Store`, `file.py` the format of a file, `array.py` arrays that are verified during use, `lock.py`
locks between processes, `room.py` free memory and disk space.
"""

from cubeproof.store.array import Monitor, TableArray, TableDamagedError, aligned_empty
from cubeproof.store.folder import ArraysInMemory, Entry, State, Store, default_folder
from cubeproof.store.room import free_address_space, free_disk, free_memory, lack_of_memory_to_read

__all__ = [
    "ArraysInMemory",
    "Entry",
    "Monitor",
    "State",
    "Store",
    "TableArray",
    "TableDamagedError",
    "aligned_empty",
    "default_folder",
    "free_address_space",
    "free_disk",
    "free_memory",
    "lack_of_memory_to_read",
]
