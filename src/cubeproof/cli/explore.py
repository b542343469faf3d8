"""`cubeproof explore`."""

import argparse
import json

from cubeproof.cli.output.progress import Display
from cubeproof.cli.output.streams import in_words, print_message, print_on_stdout
from cubeproof.cli.solve.stop_signals import stopped_by_signals
from cubeproof.cli.statuses import INTERRUPTED, NO_ANSWER, OK
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Stop
from cubeproof.places import delivered_file
from cubeproof.sentences import Template, say
from cubeproof.solving.explore import explore

_INTERRUPTED = Template("command.layers-interrupted", "Interrupted; these layers are counted to the end.")
_STATES = Template("command.states", "{states:,}")
_TOTAL = Template("command.total", "total")

_BAR = 40
_STATUSES = {None: OK, Stop.INTERRUPTED: INTERRUPTED, Stop.GAVE_UP: NO_ANSWER}


def run(parsed: argparse.Namespace) -> int:
    """Print the layers as a table with bars; with -o draw them."""
    with Display() as display:
        control = Control(progress=display)
        with stopped_by_signals(control):
            exploration = explore(parsed.size, parsed.metric, parsed.moves, parsed.depth, control=control)
    if exploration.stop is Stop.INTERRUPTED:
        print_message(_INTERRUPTED())
    status = _STATUSES[exploration.stop]
    if parsed.output:
        from cubeproof.draw.chart import svg_layers

        with delivered_file(parsed.output) as path:
            path.write_text(svg_layers(exploration.counts, exploration.title), encoding="utf-8")
    if parsed.json:
        answer = {
            "size": exploration.size,
            "metric": exploration.metric,
            "counts": list(exploration.counts),
            "total": exploration.total,
            "complete": exploration.complete,
        }
        if exploration.stop is not None:
            answer["stopped"] = exploration.stop.value
        print(json.dumps(answer))
        return status
    most = max(exploration.counts, default=1)
    print_on_stdout(exploration.title)
    for depth, count in enumerate(exploration.counts):
        # A layer with states has at least a narrow bar.
        bar = "█" * round(_BAR * count / most) or ("▏" if count else "")
        print_on_stdout(f"{depth:>5}  {in_words(_STATES(states=count)):>13}  {bar}".rstrip())
    beyond = (
        say("command.all-layers", "all states")
        if exploration.complete
        else say("command.more-layers", "perhaps more beyond")
    )
    print_on_stdout(
        f"{in_words(_TOTAL()):<5}  {in_words(_STATES(states=exploration.total)):>13}  {in_words(beyond)}"
    )
    return status
