"""Published facts about cubes. The tests compare with them, never with our own output."""

from functools import cache

# Distances from solved, by depth. 2×2×2: turns of R, D, B. Jaap Scherphuis, jaapsch.net; 3×3×3: cube20.org.
LAYERS_2_HTM = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]
LAYERS_2_QTM = [1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276]
LAYERS_3_HTM = [1, 18, 243, 3240, 43239, 574908, 7618438, 100803036]
LAYERS_3_QTM = [1, 12, 114, 1068, 10011, 93840, 878880, 8221632]

# Turns (HTM) to the cross of one colour, 190,080 cases, and to oriented edges, 2,048 cases: the Speedsolving wiki.
CROSS = [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102]
EDGES_ORIENTED = [1, 2, 25, 202, 620, 900, 285, 13]

# The number of states that turns reach ("" for the usual turns): Jaap Scherphuis, jaapsch.net/puzzles/subgroup.htm.
GROUP_ORDERS = {
    (2, ""): 3_674_160,
    (3, ""): 43_252_003_274_489_856_000,
    (3, "R,U"): 73_483_200,
    (3, "U,D,R2,L2,F2,B2"): 19_508_428_800,
    (3, "R2,L2,U2,D2,F2,B2"): 663_552,
    (3, "R2,U2"): 12,
    (3, "M2,E2,S2"): 8,
}

# The number of states of a cube; centres of one colour are not distinguished: Jaap Scherphuis, jaapsch.net, the page of
# each puzzle.
STATES = {
    2: 3_674_160,
    3: 43_252_003_274_489_856_000,
    4: 7_401_196_841_564_901_869_874_093_974_498_574_336_000_000_000,
    5: 282_870_942_277_741_856_536_180_333_107_150_328_293_127_731_985_672_134_721_536_000_000_000_000_000,
    6: int(
        "157_152_858_401_024_063_281_013_959_519_483_771_508_510_790_313_968_742_344_694_"
        "684_829_502_629_887_168_573_442_107_637_760_000_000_000_000_000_000_000_000"
    ),
    7: int(
        "19_500_551_183_731_307_835_329_126_754_019_748_794_904_992_692_043_434_567_152_"
        "132_912_323_232_706_135_469_180_065_278_712_755_853_360_682_328_551_719_137_311_"
        "299_993_600_000_000_000_000_000_000_000_000_000_000_000"
    ),
}

SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"

# Kociemba's names of the facelets of each piece (the tables of his two-phase solver): a face and 1 to 9.
CORNERS = {
    "URF": "U9 R1 F3",
    "UFL": "U7 F1 L3",
    "ULB": "U1 L1 B3",
    "UBR": "U3 B1 R3",
    "DFR": "D3 F9 R7",
    "DLF": "D1 L9 F7",
    "DBL": "D7 B9 L7",
    "DRB": "D9 R9 B7",
}
EDGES = {
    "UR": "U6 R2",
    "UF": "U8 F2",
    "UL": "U4 L2",
    "UB": "U2 B2",
    "DR": "D6 R8",
    "DF": "D2 F8",
    "DL": "D4 L8",
    "DB": "D8 B8",
    "FR": "F6 R4",
    "FL": "F4 L6",
    "BL": "B6 L4",
    "BR": "B4 R6",
}


@cache
def stickers(piece: str, size: int = 3) -> tuple[int, ...]:
    """Return the sticker numbers of a corner on any cube, or of a middle edge on a cube of odd size."""
    numbers = []
    for facelet in (CORNERS | EDGES)[piece].split():
        row, column = divmod(int(facelet[1]) - 1, 3)
        steps = [0, (size - 1) // 2, size - 1]
        numbers.append("URFDLB".index(facelet[0]) * size**2 + steps[row] * size + steps[column])
    return tuple(numbers)
