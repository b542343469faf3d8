"""`cubeproof status`."""

import argparse
import json

from cubeproof.cli.output.streams import print_on_stdout, valid_in_json
from cubeproof.cli.statuses import OK
from cubeproof.sentences import Template
from cubeproof.solving.shares import share_status

_BOUND = Template(
    "status.bound",
    "By the plan and the journal, no answer has fewer than {bound} {bound?one:turn|other:turns}"
    "{answered?true:; an answer of {length} {length?one:turn|other:turns} is recorded|false:}.",
)
_SHARES = Template(
    "status.shares",
    "Length {length}: {done:,} {done?one:share|other:shares} done, {running:,} running, {waiting:,} waiting, "
    "{split:,} split, {lost:,} lost.",
)
_TIME = Template("status.time", "Processor time: {hours:,.4f} hours, {nodes:,} states.")
_END = Template("status.end", "This length ends in about {seconds:,.0f} s.")
_IDLE = Template("status.idle", "No run works on it; start it again with the same folder.")


def run(parsed: argparse.Namespace) -> int:
    """Print the state of a search in shares."""
    status = share_status(parsed.url)
    if parsed.json:
        print(json.dumps(valid_in_json(status.to_dict())))
        return OK
    print_on_stdout(_BOUND(answered=status.answered, length=status.length, bound=status.lower_bound))
    print_on_stdout(
        _SHARES(
            length=status.length,
            done=status.done,
            running=status.running,
            waiting=status.waiting,
            split=status.split,
            lost=status.lost,
        )
    )
    print_on_stdout(_TIME(hours=status.cpu_seconds / 3600, nodes=status.nodes))
    if status.seconds_left is not None:
        print_on_stdout(_END(seconds=status.seconds_left))
    if not (status.alive or status.answered or status.finished):
        print_on_stdout(_IDLE())
    return OK
