"""Names of puzzles: `3x3x3`, the events of the World Cube Association, and the scramble types of csTimer."""

import re

_PRODUCT = re.compile(r"([0-9]{1,9})(?:\s*[x×*]\s*\1){1,2}", re.IGNORECASE)
_WITHIN_NAMES = re.compile(r"[\s_.,()/-]+")
_CUBE = re.compile(r"(?:([0-9]{1,2})x\1(?:x\1)?|([0-9]{1,2})\2\2)([a-z0-9]*)")

_SEVERAL = ("mbf", "mbo", "mbld", "multibld", "multiblind", "multiblindfolded")
# The rest of a name after the layers: how the cube is solved, or which scrambles csTimer generates.
_KINDS = re.compile(
    r"|bf|bld?|blind(folded)?|ni|oh|onehand(ed)?|fmc?|fewestmoves|ft|(with)?feet|cube|speedsolve|wca|so|o|m|si|p|nb"
    r"|noob|custom|eg[012]?|tc[pn]|lsall|3|6|" + "|".join(_SEVERAL)
)
# Other scramble types of csTimer whose turns are turns of a cube.
_TYPES = {
    3: """rubik'scube rubikscube edges corners nocache333bldspec nocache333patspec pll oll lsll lsll2 ll zbll coll cll
    ell 2gll zzll zbls eols wvls vls f2l eoline easyc easyxc sbrx cmll lse lsemu mt3qb mteole mttdr mt6cp mtcdrll
    mtl5ep ttll 2gen 2genl roux 3genf 3genl rru half r3 r3ni""",
    4: "4edge rruu",
    5: "5edge",
    6: "6edge",
    7: "7edge",
}
_LAYERS = {name: layers for layers, names in _TYPES.items() for name in names.split()}


def layers_of_size(text: str) -> int | None:
    """Return the layers in a product such as `3x3x3`, or None if it is not such a product.

    >>> layers_of_size("3x3x3"), layers_of_size("4 × 4"), layers_of_size("2x2x3"), layers_of_size("3")
    (3, 4, None, None)
    """
    match = _PRODUCT.fullmatch(text.strip())
    return None if match is None else int(match[1])


def layers_of_event(name: str) -> int | None:
    """Return the layers of the cube of an event, or None for another puzzle or an unknown name.

    >>> [layers_of_event(name) for name in ("333bf", "2x2x2", "5x5x5 Blindfolded", "444wca", "101010")]
    [3, 2, 5, 4, 10]
    >>> [layers_of_event(name) for name in ("pyram", "sq1", "2x2x3", "223", "666s", "")]
    [None, None, None, None, None, None]
    """
    compact = _compact(name)
    if compact in _LAYERS:
        return _LAYERS[compact]
    match = _CUBE.fullmatch(compact.replace("×", "x"))
    # csTimer's types 666s and 777s write R² for a turn of two layers.
    if match is None or not _KINDS.fullmatch(match[3]):
        return None
    layers = int(match[1] or match[2])
    return layers if layers > 1 else None


def has_several_cubes(name: str) -> bool:
    """Whether the scramble of an event may be scrambles of several cubes, as in 3×3×3 Multi-Blind.

    >>> has_several_cubes("333mbf"), has_several_cubes("333bf")
    (True, False)
    """
    compact = _compact(name)
    return compact in ("r3", "r3ni") or compact.endswith(_SEVERAL)


def _compact(name: str) -> str:
    return _WITHIN_NAMES.sub("", name.casefold())
