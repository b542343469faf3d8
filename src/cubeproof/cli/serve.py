"""`cubeproof serve`."""

import argparse

from cubeproof.base.extras import install_command, is_installed
from cubeproof.cli.output.streams import print_message
from cubeproof.cli.statuses import OK
from cubeproof.errors import UnsupportedError
from cubeproof.sentences import Template, say

_NO_WEB = Template("command.no-web", "The server requires packages that are not installed: {command}.")


def run(parsed: argparse.Namespace) -> int:
    """Serve the page and the API until Ctrl-C, which is not a failure."""
    if not is_installed("web"):
        raise UnsupportedError(_NO_WEB(command=install_command("web")))
    from cubeproof.web.serve import serve

    serve(parsed.host, parsed.port, _report, names=parsed.allow_host, proxies=parsed.proxy)
    return OK


def _report(url: str) -> None:
    print_message(say("command.served", "{url} (Ctrl-C ends it)", url=url))
