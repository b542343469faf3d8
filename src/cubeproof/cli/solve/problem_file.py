"""`cubeproof solve --problem`: reads a problem from a JSON file."""

import argparse

from cubeproof.base.json_objects import json_object
from cubeproof.cli.text_files import text_of
from cubeproof.contract.limit import Limit
from cubeproof.contract.request import SearchRequest
from cubeproof.contract.settings import Options
from cubeproof.errors import UsageError
from cubeproof.places import shown
from cubeproof.problem import Problem
from cubeproof.puzzle.move import Metric
from cubeproof.sentences import Sentence, Template

PROBLEM_ALONE = Template(
    "command.problem-alone",
    "The file of --problem contains the whole question: leave out {options:and}.",
)
"""The message for options beside `--problem`."""
_PROBLEM_FILE = Template("command.problem-file", "{file} is not a problem: {reason}")


def problem_request(parsed: argparse.Namespace) -> SearchRequest:
    """Return the request for `--problem FILE.json`."""
    names = ("scramble", "state", "size", "order", "lower_case", "goal", "moves", "steps")
    options = [
        name if name == "scramble" else f"--{name.replace('_', '-')}"
        for name in names
        if getattr(parsed, name)
    ]
    if parsed.metric != Metric.HTM:
        options.append("--metric")
    if options:
        raise UsageError(PROBLEM_ALONE(options=options))
    try:
        problem = Problem.from_dict(json_object("problem", text_of(parsed.problem)))
    except (UsageError, TypeError) as error:
        fault = error.sentence if isinstance(error, UsageError) else Sentence.of(str(error))
        raise UsageError(_PROBLEM_FILE(file=shown(parsed.problem), reason=fault)) from None
    limit = Limit(parsed.timeout, parsed.max_length)
    return SearchRequest.of_problem(
        problem, limit=limit, engine=parsed.engine, options=Options.of(vars(parsed))
    )
