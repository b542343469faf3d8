"""Places: files and folders named by a path or a URL.

Code that reads and writes works on local paths. `fetched_file` and `fetched_folder` give the path of a place to read,
`delivered_file` and `delivered_folder` the path of a place to write: a path is used unchanged, for a URL there is a
temporary copy. fsspec, which connects to the services, is loaded at the first URL.

>>> from cubeproof.places import delivered_file, fetched_file
>>> with delivered_file("memory://answers/a.txt") as path:
...     _ = path.write_text("R U")
>>> with fetched_file("memory://answers/a.txt") as path:
...     path.read_text()
'R U'
"""

from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazy_names
from cubeproof.places.place import Place, Url, beside, located, name_of, shown, urls_of, without_secrets

if TYPE_CHECKING:
    from cubeproof.places.inputs import fetched_file, fetched_folder
    from cubeproof.places.kinds import reachable
    from cubeproof.places.outputs import Mirror, delivered_file, delivered_folder, is_free, try_writing

__all__ = [
    "Mirror",
    "Place",
    "Url",
    "beside",
    "delivered_file",
    "delivered_folder",
    "fetched_file",
    "fetched_folder",
    "is_free",
    "located",
    "name_of",
    "reachable",
    "shown",
    "try_writing",
    "urls_of",
    "without_secrets",
]

# `cubeproof --help` loads only the module that removes secrets from URLs.
__getattr__ = lazy_names(__name__)
