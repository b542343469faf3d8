"""`sticker` and `sticker-binary`: variables for the colour of each sticker.

At each moment each sticker place has a colour, as one variable for each colour or as a binary number. An action has
two parts, layer and amount. Generators that move the same stickers turn the same *layer*, and their rank among these
is the *amount*: R, R2 and R' are one layer with three amounts. A turn moves each colour along its cycle of places; the
places outside the layer keep their colours for every amount.

An unknown sticker of the start may have any colour, which turns move along; an unknown sticker of a goal may have any
colour there. So the models are exactly the answers, as `Problem` defines them. The one-hot form is from a student
report that solves the 3×3×3 by stickers, the binary form from Jingchao Chen, "Solving Rubik's Cube Using SAT Solvers"
(arXiv:1105.1436). They are kept for comparison.
"""

import numpy as np
from numpy.typing import NDArray

from cubeproof.formulas.encodings.clauses import at_most_one, goals, order, product
from cubeproof.formulas.formula import Formula
from cubeproof.formulas.instance import Instance
from cubeproof.problem import Pattern, Problem
from cubeproof.puzzle.pieces import reachable


def sticker(instance: Instance) -> Formula:
    """Write a formula with one-hot colours: exactly one for each sticker at each moment."""
    formula = Formula()
    codes = np.eye(len(_colours(instance.problem)), dtype=np.int32)
    shows = _stickers(formula, instance, "colour", codes)
    formula.add("one colour a sticker", shows)
    formula.add("no two colours on a sticker", at_most_one(shows))
    return formula


def sticker_binary(instance: Instance) -> Formula:
    """Write a formula with colours as binary numbers: three bits for the six colours of a cube."""
    colours = len(_colours(instance.problem))
    bits = np.arange(colours)[:, None] >> np.arange(max(colours - 1, 0).bit_length()) & 1
    formula = Formula()
    _stickers(formula, instance, "bit", 2 * bits.astype(np.int32) - 1)
    return formula


def _stickers(formula: Formula, instance: Instance, kind: str, codes: NDArray[np.int32]) -> NDArray[np.int32]:
    """Add all clauses except those among the variables of one sticker's colour; return these variables."""
    # `codes` has shape (colours, variables of a sticker): 1 for true, −1 for false, 0 if it need not be fixed.
    problem, actions = instance.problem, instance.actions
    layers, layer, amount = _actions(formula, instance)
    unless = goals(formula, instance)
    colours, places = _colours(problem), _places(problem)
    labels = colours.tolist() if kind == "colour" else range(codes.shape[1])
    shows = formula.new(
        kind, instance.moments, [problem.places[place] for place in places], list(map(str, labels))
    )

    def literals_of(moment: int, pattern: Pattern) -> NDArray[np.int32]:
        """Return the literals for the colours of a pattern's known stickers, shape (literals,)."""
        visible = np.flatnonzero(pattern[places] >= 0)
        literals = shows[moment, visible] * codes[np.searchsorted(colours, pattern[places[visible]])]
        nonzero: NDArray[np.int32] = literals[literals != 0]
        return nonzero

    formula.add("start", literals_of(0, problem.start)[:, None])
    source = np.tile(np.arange(len(places)), (len(actions.names), 1))
    for action, generator in enumerate(actions.generators):
        if generator >= 0:
            source[action] = np.searchsorted(places, problem.permutations[generator][places])
    moves = source != np.arange(len(places))
    signs = np.unique(codes[codes != 0]).tolist()
    for number in range(layer.shape[1]):
        members = np.flatnonzero(layers[:, 0] == number)
        turns = -layer[:, number, None, None]
        moved = moves[members].any(axis=0)
        moving, staying = np.flatnonzero(moved), np.flatnonzero(~moved)
        for sign in signs:
            for action in members.tolist():
                label = f"{actions.names[action]} moves the stickers of its layer"
                by = -amount[:, layers[action, 1], None, None]
                before, after = shows[:-1, source[action, moving]], shows[1:, moving]
                formula.add(label, product(turns, by, -sign * before, sign * after))
            label = f"{actions.names[members[0]]} leaves the other stickers alone"
            formula.add(label, product(turns, -sign * shows[:-1, staying], sign * shows[1:, staying]))
    for number, goal in enumerate(problem.goals):
        formula.add(f"goal {number + 1}", product(literals_of(-1, goal), unless[number]))
    return shows


def _actions(
    formula: Formula, instance: Instance
) -> tuple[NDArray[np.intp], NDArray[np.int32], NDArray[np.int32]]:
    """Add the variables of the steps; return each action's layer and amount, and the variables of both."""
    problem, actions = instance.problem, instance.actions
    still = np.arange(len(problem.start))
    numbers: dict[tuple[bytes, str], int] = {}
    sizes: list[int] = []
    names: list[str] = []
    parts = []
    for name, generator in zip(actions.names, actions.generators, strict=True):
        # An action that turns nothing (an idle step, or a later step of a turn) is a separate layer.
        moved = problem.permutations[generator] != still if generator >= 0 else still < 0
        number = numbers.setdefault((moved.tobytes(), "" if generator >= 0 else name), len(numbers))
        if number == len(names):
            names.append(name)
            sizes.append(0)
        parts.append((number, sizes[number]))
        sizes[number] += 1
    layers = np.array(parts)

    turn = formula.new("turn", instance.steps, actions.names)
    layer = formula.new("layer", instance.steps, names)
    amount = formula.new("amount", instance.steps, [str(rank) for rank in range(1, max(sizes) + 1)])
    for what, variables in (("layer", layer), ("amount", amount)):
        formula.add(f"one {what} a step", variables)
        formula.add(f"no two {what}s at once", at_most_one(variables))
    missing = np.ones((len(names), max(sizes)), dtype=bool)
    missing[tuple(layers.T)] = False
    first, second = np.nonzero(missing)
    formula.add("amounts that a layer has", product(-layer[:, first], -amount[:, second]))
    both = layer[:, layers[:, 0]], amount[:, layers[:, 1]]
    formula.add("a turn is a layer and an amount", product(-both[0], -both[1], turn))
    for part in both:
        formula.add("a turn is a layer and an amount", product(-turn, part))
    order(formula, instance, turn)
    return layers, layer, amount


def _colours(problem: Problem) -> NDArray[np.int8]:
    """Return the colours of the patterns, sorted."""
    colours = np.unique(np.stack([problem.start, *problem.goals]))
    return colours[colours >= 0]


def _places(problem: Problem) -> NDArray[np.intp]:
    """Return the places where a colour can be wrong: start and goal differ in the colours of the place's orbit."""
    orbits = reachable(problem.permutations)
    matter = np.zeros(len(orbits), dtype=bool)
    for goal in problem.goals:
        for orbit in np.unique(orbits):
            present, wanted = (
                np.unique(pattern[(orbits == orbit) & (pattern >= 0)]) for pattern in (problem.start, goal)
            )
            matter |= (orbits == orbit) & bool((present[:, None] != wanted).any())
    return np.flatnonzero(matter)
