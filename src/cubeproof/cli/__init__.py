"""The command `cubeproof`: it parses, calls the library, and shows what comes back.

Exit status: 0 an answer, optimal or not; 1 a certificate that is refused or cannot be written, or a defect of
ours; 2 bad usage or notation; 3 a cube that cannot exist, or a goal that the turns do not lead to; 4 no answer
within the limits, of time, length or memory; 130 interrupted. Answers go to stdout, messages to stderr, in the
language that `--lang` or the locale asks for. Names, JSON, files and exit statuses are the same in every language.
"""

from cubeproof.cli.main import main

__all__ = ["main"]
