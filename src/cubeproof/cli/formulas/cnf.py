"""`cubeproof cnf`."""

import argparse
import sys
from pathlib import Path

from cubeproof import __version__
from cubeproof.cli.inputs import cube_and_scramble
from cubeproof.cli.output.progress import Display
from cubeproof.cli.output.streams import print_on_stderr
from cubeproof.cli.statuses import OK
from cubeproof.contract.control import Control
from cubeproof.errors import UsageError
from cubeproof.formulas import dimacs
from cubeproof.formulas.dimacs import fingerprint
from cubeproof.formulas.formula import Formula
from cubeproof.formulas.problem_formula import formula
from cubeproof.formulas.text import formula_lines, header
from cubeproof.places import beside, located, name_of, shown
from cubeproof.problem import Problem, cube_problem, read_goal
from cubeproof.puzzle.move import Metric
from cubeproof.sentences import Template, say

_WANTS = Template(
    "command.formula-wants",
    "A formula requires --length, the maximum number of turns, and -o, the output file; a family of "
    "formulas requires --family and a folder.",
)
_FOR_FAMILY = Template(
    "command.for-family", "These options are for a family, with --family; leave out {options}."
)
_OF_STAGE = Template(
    "command.of-stage",
    "A stage has its own goal, turns and length, and is one formula; leave out {options}.",
)
_OF_FAMILY = Template(
    "command.of-family",
    "A family draws its own cubes and asks about their lengths; leave out {options}.",
)
_SIZE = Template("command.formula-size", "{variables:,} variables, {clauses:,} clauses")
_STAGES = Template("command.stages", "This cube has the stages 1 to {stages}, not {stage}.")
_NO_SERIES = Template(
    "command.no-series",
    "The family has no such cubes. It has these sizes and metrics: {series}.",
)
_ENTRY = Template("command.family-entry", "{file}: {variables:,} variables, {clauses:,} clauses")
_OF_COMPETITION = Template(
    "command.of-competition",
    "The family for a competition has fixed sizes, metrics and an encoding; leave out {options}.",
)
_COMPETITION = Template(
    "command.competition", "{formulas} formulas, an index.json and an index.csv in {folder}"
)
_FAMILY = Template("command.family", "{formulas} formulas, a README.md and an index.json in {folder}")


def run(parsed: argparse.Namespace) -> int:
    """Write a formula or a family of them."""
    return _write(parsed) if parsed.family is None else _write_family(parsed)


def _write(parsed: argparse.Namespace) -> int:
    if parsed.stage is not None:
        return _write_stage(parsed)
    if parsed.length is None or parsed.output is None:
        raise UsageError(_WANTS())
    _refuse(
        parsed,
        _FOR_FAMILY,
        seed="--seed",
        count="--count",
        gzip="--gzip",
        competition="--competition",
    )
    metric = parsed.metric or Metric.HTM.value
    cube, _ = cube_and_scramble(parsed)
    problem = cube_problem(
        cube, read_goal(parsed.goal, cube.size, parsed.order), moves=parsed.moves, metric=metric
    )
    question = formula(problem, parsed.length, encoding=parsed.encoding, exactly=parsed.exactly)
    relation = "exactly" if parsed.exactly else "at most"
    remarks = [
        f"cubeproof {__version__}: is there an answer of {relation} {parsed.length} turns ({metric})?",
        f"start {cube.facelets}",
        f"goal {parsed.goal or 'solved'}, moves {parsed.moves or 'all'}, encoding {parsed.encoding}",
    ]
    _save(parsed.output, question, problem, remarks)
    return OK


def _save(output: str, question: Formula, problem: Problem, remarks: list[str]) -> None:
    # The user's text may have several lines, but a comment only one.
    remarks = [" ".join(remark.split()) for remark in remarks]
    # The lines are generated twice, first for the hash, which precedes them: the text need not fit in memory.
    name = fingerprint(formula_lines(question))
    lines = formula_lines(question, header(question, problem, [f"formula {name}", *remarks]))
    if output == "-":
        sys.stdout.writelines(f"{line}\n" for line in lines)
    else:
        digest = dimacs.save(output, lines)
        place = located(output)
        # No file beside a device or a pipe; /dev/stdout is a link to one, or to any file.
        if digest is not None and not (isinstance(place, Path) and place.is_symlink()):
            # `sha256sum -c` verifies a copy; it ignores the comment with the formula's own hash.
            dimacs.save(beside(output, ".sha256"), [f"# formula {name}", f"{digest}  {name_of(output)}"])
    print_on_stderr(_SIZE(variables=question.variables, clauses=question.clauses))
    print_on_stderr(say("command.formula-hash", "formula {hash}", hash=name))


def _write_stage(parsed: argparse.Namespace) -> int:
    """Solve a cube in stages up to one stage, and write the formula of that stage."""
    from cubeproof.engines.sat.stages.facts import links as links_of

    if parsed.output is None:
        raise UsageError(say("command.stage-wants", "The formula of a stage requires -o, the output file."))
    _refuse(
        parsed,
        _OF_STAGE,
        length="--length",
        goal="--goal",
        moves="--moves",
        exactly="--exactly",
        seed="--seed",
        count="--count",
        gzip="--gzip",
        competition="--competition",
    )
    if parsed.encoding != "framed":
        raise UsageError(
            say("command.stage-framed", "A stage is written in the encoding framed; leave out --encoding.")
        )
    cube, _ = cube_and_scramble(parsed)
    problem = cube_problem(cube, metric=parsed.metric or Metric.HTM.value)
    if problem.fits(problem.start):
        raise UsageError(say("command.no-stages", "A solved cube has no stages."))
    with Display() as display:
        links = links_of(problem, Control(progress=display))
    if not 1 <= parsed.stage <= len(links):
        raise UsageError(_STAGES(stages=len(links), stage=parsed.stage))
    link = links[parsed.stage - 1]
    before = " ".join(turn for earlier in links[: parsed.stage - 1] for turn in earlier.turns)
    remarks = [
        (
            f"cubeproof {__version__}: stage {parsed.stage} of {len(links)}, {link.stage.name}, "
            f"in {len(link.turns)} turns?"
        ),
        f"start {cube.facelets}",
        f"turns of the earlier stages: {before or 'none'}",
    ]
    _save(parsed.output, link.pieces.formula(len(link.turns)), link.pieces.problem, remarks)
    return OK


def _write_family(parsed: argparse.Namespace) -> int:
    _refuse(
        parsed,
        _OF_FAMILY,
        scramble=say("command.the-scramble", "the scramble"),
        state="--state",
        order="--order",
        lower_case="--lower-case",
        length="--length",
        output="-o",
        goal="--goal",
        moves="--moves",
        exactly="--exactly",
        stage="--stage",
    )
    return _write_competition(parsed) if parsed.competition else _write_series(parsed)


def _write_competition(parsed: argparse.Namespace) -> int:
    from cubeproof.solving.competition import KINDS, CompetitionEntry, write_competition

    _refuse(parsed, _OF_COMPETITION, size="--size", metric="--metric", count="--count")
    if parsed.encoding != "framed":
        raise UsageError(_OF_COMPETITION(options=["--encoding"]))
    with Display() as display:

        def report(entry: CompetitionEntry) -> None:
            display.pause()
            print_on_stderr(_ENTRY(file=entry.filename, variables=entry.variables, clauses=entry.clauses))

        entries = write_competition(
            parsed.family,
            kinds=KINDS,
            seed=1 if parsed.seed is None else parsed.seed,
            compress=parsed.gzip,
            written=report,
            control=Control(progress=display),
        )
    print_on_stderr(_COMPETITION(formulas=len(entries), folder=shown(parsed.family)))
    return OK


def _write_series(parsed: argparse.Namespace) -> int:
    from cubeproof.solving.family import SERIES, FamilyEntry, write_family

    series = [
        row for row in SERIES if parsed.size in (None, row.size) and parsed.metric in (None, row.metric)
    ]
    if not series:
        names = dict.fromkeys(f"{row.size} {row.metric}" for row in SERIES)
        raise UsageError(_NO_SERIES(series=tuple(names)))

    def report(entry: FamilyEntry) -> None:
        print_on_stderr(_ENTRY(file=entry.file, variables=entry.variables, clauses=entry.clauses))

    entries = write_family(
        parsed.family,
        series=series,
        encodings=parsed.encoding.replace(",", " ").split(),
        seed=1 if parsed.seed is None else parsed.seed,
        count=1 if parsed.count is None else parsed.count,
        compress=parsed.gzip,
        written=report,
    )
    print_on_stderr(_FAMILY(formulas=len(entries), folder=shown(parsed.family)))
    return OK


def _refuse(parsed: argparse.Namespace, template: Template, **options: str) -> None:
    """Refuse the given options."""
    values = {name: getattr(parsed, option) for option, name in options.items()}
    if used := [name for name, value in values.items() if value is not None and value is not False]:
        raise UsageError(template(options=used))
