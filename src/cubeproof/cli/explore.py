"""`cubeproof explore`."""

from __future__ import annotations

import argparse
import json

from cubeproof.cli.output.progress import Display
from cubeproof.cli.output.streams import SAYS, in_words, show, tell
from cubeproof.cli.solve.stopping import stopped_by_signals
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
    """Print the layers as a table with bars, and draw them where that was asked for."""
    with Display() as display:
        control = Control(progress=display)
        with stopped_by_signals(control):
            found = explore(parsed.size, parsed.metric, parsed.moves, parsed.depth, control=control)
    if found.stop is Stop.INTERRUPTED:
        tell(SAYS(sentence=_INTERRUPTED()))
    status = _STATUSES[found.stop]
    if parsed.output:
        from cubeproof.draw.chart import svg_layers

        with delivered_file(parsed.output) as path:
            path.write_text(svg_layers(found.counts, found.title), encoding="utf-8")
    if parsed.json:
        answer = {
            "size": found.size,
            "metric": found.metric,
            "counts": list(found.counts),
            "total": found.total,
            "complete": found.complete,
        }
        if found.stop is not None:
            answer["stopped"] = found.stop.value
        print(json.dumps(answer))
        return status
    most = max(found.counts, default=1)
    show(found.title)
    for depth, count in enumerate(found.counts):
        # A layer that has states shows at least a sliver.
        bar = "█" * round(_BAR * count / most) or ("▏" if count else "")
        show(f"{depth:>5}  {in_words(_STATES(states=count)):>13}  {bar}".rstrip())
    beyond = (
        say("command.all-layers", "all there are")
        if found.complete
        else say("command.more-layers", "and perhaps more beyond")
    )
    show(f"{in_words(_TOTAL()):<5}  {in_words(_STATES(states=found.total)):>13}  {in_words(beyond)}")
    return status
