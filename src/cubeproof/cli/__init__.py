"""The command `cubeproof`: parses arguments, calls the library and prints the result.

Exit status: 0 an answer, optimal or not; 1 a certificate is refused or cannot be written, or an internal error;
2 bad usage or notation; 3 an impossible cube, or a goal that the turns cannot reach; 4 no answer within the limits of
time, length or memory; 130 interrupted. Answers go to stdout, messages to stderr, in the language of `--lang` or of the
locale. Names, JSON, files and exit statuses are the same in every language.
"""

from cubeproof.cli.main import main

__all__ = ["main"]
