"""`cubeproof serve`."""

from __future__ import annotations

import argparse

from cubeproof.cli.statuses import OK
from cubeproof.cli.streams import SAYS, tell
from cubeproof.sentences import Template
from cubeproof.web.serve import serve

__all__ = ["run"]

_SERVED = Template("command.served", "{url} (Ctrl-C ends it)")


def run(parsed: argparse.Namespace) -> int:
    """Serve the page and the API until Ctrl-C, which is the usual end and no failure."""
    serve(parsed.host, parsed.port, _tell, names=parsed.allow_host, proxies=parsed.proxy)
    return OK


def _tell(url: str) -> None:
    tell(SAYS(sentence=_SERVED(url=url)))
