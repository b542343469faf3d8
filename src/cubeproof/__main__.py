"""`python -m cubeproof` is the command `cubeproof`."""

import sys

from cubeproof.cli import main

if __name__ == "__main__":
    sys.exit(main())
