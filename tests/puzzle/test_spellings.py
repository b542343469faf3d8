"""An algorithm in any spelling is read as the same tree; a separate writer in this file knows the spellings."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from cubeproof.puzzle.alg import Alg, Commutator, Conjugate, Group, Node
from cubeproof.puzzle.move import Move
from strategies import algs

Draw = Callable[[list[str]], str]
PRIMES = list("'’‘‛′`´ʹʼ＇")
AMOUNTS = {1: ["", "1", "5"], 2: ["2", "²", "2'", "'2", "6", "²'"], -1: ["'", "3", "³", "1'", "'5"]}
AFTER_BRACKET = [" ", "\n", " . ", " /* R U\n */ ", " // x3\n"]
AFTER_MOVE = [*AFTER_BRACKET, " * ", " + ", " {1} ", " {here} "]
COUNTS = ["", "(16)", " (3q*, 3f)", "\n(4 ETM) // ", " - 21 moves", " (2f)"]


def spell_move(move: Move, draw: Draw) -> str:
    amount = draw(AMOUNTS[move.amount]).replace("'", draw(PRIMES))
    face, first, last = move.family, move.first, move.last
    if face not in "URFDLB":
        names = [face]
    elif first == last:
        depth = f"{face}{amount}{{{first - 1}}}"
        return draw([depth, f"{first}{face}{amount}", *([f"{face}{amount}"] if first == 1 else [])])
    else:
        names = [f"{first}-{last}{face}w", f"{first}-{last}{face}", f"{first}-{last}{face.lower()}"]
        names += [f"{last}{face}w", f"{last}{face.lower()}"] if first == 1 else []
        names += [f"{face}w", face.lower()] if (first, last) == (1, 2) else []
    return draw(names) + amount


def spell_amount(amount: int, draw: Draw, is_last: bool) -> str:
    digits = str(abs(amount))
    prime = draw(PRIMES) if amount < 0 else ""
    times = ["×", " ×", " × ", "^", " ^ ", *(["*", " * "] if is_last else [])]
    forms = [digits + prime, prime + digits, *(prime + sign + digits for sign in times)]
    forms += ["²³⁴"[abs(amount) - 2] + prime] if abs(amount) > 1 else []
    return draw(forms)


def spell_node(node: Node, draw: Draw, is_last: bool) -> str:
    if isinstance(node, Move):
        return spell_move(node, draw)
    if isinstance(node, Group):
        text = f"({spell(node.body, draw)})"
    else:
        separator = draw([",", " , "]) if isinstance(node, Commutator) else draw([":", " : "])
        # Inside square brackets, a colon has its own place.
        text = f"[{spell_all(node.left, draw)}{separator}{spell_all(node.right, draw)}]"
    if abs(node.amount) == 1 and is_last:
        return text + draw(
            [""] * 3 + [spell_amount(node.amount, draw, is_last)] if node.amount > 0 else PRIMES
        )
    return text + spell_amount(node.amount, draw, is_last)


def spell(alg: Alg, draw: Draw) -> str:
    """Return a text of the tree, for a place where a colon without brackets is allowed."""
    if len(alg.nodes) == 1 and isinstance(node := alg.nodes[0], Conjugate) and node.amount == 1:
        left, right = spell_all(node.left, draw), spell_all(node.right, draw)
        if left and right:
            return draw([f"{left}:{right}", f"{left} :\n{right}", f"[{left}:{right}]"])
    return spell_all(alg, draw)


def spell_all(alg: Alg, draw: Draw) -> str:
    text = ""
    for number, node in enumerate(alg.nodes, 1):
        is_last = number == len(alg.nodes)
        text += spell_node(node, draw, is_last)
        if not is_last:
            text += draw(AFTER_MOVE if isinstance(node, Move) else AFTER_BRACKET)
    return text


@given(algs(), st.data())
def test_algorithm_in_any_spelling_is_the_same_tree(alg: Alg, data: st.DataObject) -> None:
    def draw(choices: list[str]) -> str:
        return data.draw(st.sampled_from(choices))

    text = draw(["", "\ufeff", "/**/", "// F\n"]) + spell(alg, draw)
    if alg.nodes and isinstance(alg.nodes[-1], Move):
        text += draw(COUNTS)
    assert Alg(text) == alg


HALF_X = Move("x", 2)
NEIGHBOURS = st.sampled_from(
    [
        *(Group(Alg("R U"), amount) for amount in (1, -1, 2)),
        *(Commutator(Alg("R"), Alg("U"), amount) for amount in (1, -1, 3)),
        *(Conjugate(Alg("R"), Alg([HALF_X]), amount) for amount in (1, -1)),
        *(HALF_X, Move("x"), Move("x", -1), Move("R", 1, 3, 3)),
        *(Group(Alg([HALF_X]), amount) for amount in (1, -1, 2)),
        Group(Alg([Group(Alg([HALF_X]))])),
    ]
)


@given(st.lists(NEIGHBOURS, max_size=5).map(Alg))
def test_rotations_after_groups_are_written_so_that_they_read_back(alg: Alg) -> None:
    assert Alg(str(alg)) == alg
