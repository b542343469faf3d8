"""Error texts of the operating system as sentences; the most common ones are translated."""

import errno

from cubeproof.sentences import Sentence, Template

_REASONS = {
    errno.ENOENT: Template("system.not-there", "No such file or directory"),
    errno.EACCES: Template("system.no-permission", "Permission denied"),
    errno.EEXIST: Template("system.exists", "File exists"),
    errno.ENOSPC: Template("system.no-space", "No space left on device"),
    errno.EISDIR: Template("system.a-folder", "Is a directory"),
    errno.ENOTDIR: Template("system.no-folder", "Not a directory"),
}


def system_reason(error: OSError) -> Sentence:
    """Return the operating system's text of an error, without a full stop.

    The most common texts of Linux have a code, so that they are translated; other texts have none.

    >>> system_reason(FileNotFoundError(2, "No such file or directory", "cubes.txt")).code
    'system.not-there'
    """
    text = error.strerror or str(error)
    template = _REASONS.get(error.errno) if error.errno is not None else None
    return template() if template is not None and template.english == text else Sentence(text)
