"""`cubeproof solve --estimate`: prints the expected processor time of a search in shares."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from cubeproof.cli.output.progress import Display
from cubeproof.cli.output.streams import print_on_stdout, valid_in_json
from cubeproof.cli.solve.stop_signals import stopped_by_signals
from cubeproof.cli.statuses import OK
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit
from cubeproof.contract.request import SearchRequest
from cubeproof.sentences import Sentence, Template

if TYPE_CHECKING:
    from cubeproof.engines.search.shares.estimate import Estimate

_ESTIMATE = Template(
    "command.estimate",
    "To exclude all answers of at most {length} {length?one:turn|other:turns}: about {hours:,.4f} processor hours "
    "({least:,.4f} to {most:,.4f}), from {shares} shares, searched up to length {searched}.",
)
_SECONDS = Template(
    "command.estimate-seconds",
    "To exclude all answers of at most {length} {length?one:turn|other:turns}: about {seconds:,.2f} processor seconds "
    "({least:,.2f} to {most:,.2f}), from {shares} shares, searched up to length {searched}.",
)
_NOTHING = Template(
    "command.estimate-nothing",
    "Nothing is left to exclude: all answers of at most {length} {length?one:turn|other:turns} are excluded already.",
)
_HOUR = 3600.0
_MINUTE = 1 / 60


def print_estimate(parsed: argparse.Namespace, request: SearchRequest) -> int:
    """Search a sample of the shares, and print the processor time of the whole search."""
    from cubeproof.solving.shares import estimate_shares

    display = Display()
    control = Control(Limit(request.limit.seconds), display)
    with stopped_by_signals(control), display:
        expected = estimate_shares(request, control)
    if parsed.json:
        print(json.dumps(valid_in_json(asdict(expected))))
    elif not expected.shares:
        print_on_stdout(_NOTHING(length=expected.length))
    else:
        print_on_stdout(_sentence(expected))
    return OK


def _sentence(expected: Estimate) -> Sentence:
    """Return the estimate in seconds below a minute, else in hours."""
    if expected.hours < _MINUTE:
        return _SECONDS(
            length=expected.length,
            seconds=expected.hours * _HOUR,
            least=expected.least * _HOUR,
            most=expected.most * _HOUR,
            shares=expected.shares,
            searched=expected.searched,
        )
    return _ESTIMATE(
        length=expected.length,
        hours=expected.hours,
        least=expected.least,
        most=expected.most,
        shares=expected.shares,
        searched=expected.searched,
    )
