"""`cubeproof serve`."""

from __future__ import annotations

import argparse
import sys

from cubeproof.cli.statuses import OK
from cubeproof.web.serve import serve

__all__ = ["run"]


def run(parsed: argparse.Namespace) -> int:
    """Serve the page and the API until Ctrl-C, which is the usual end and no failure."""
    serve(parsed.host, parsed.port, _tell, names=parsed.allow_host, proxies=parsed.proxy)
    return OK


def _tell(url: str) -> None:
    print(f"cubeproof: {url} (Ctrl-C ends it)", file=sys.stderr, flush=True)
