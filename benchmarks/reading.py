"""Times how engines read problems and answer short questions; ends with status 1 where a target is missed."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

sys.path.extend(str(Path(__file__).parents[1] / folder) for folder in ("tests", "tests/tools"))

from cubeproof.solving.registry import ENGINES, engine
from cubeproof.solving.solve import solve
from engines.test_reading import drawn, short_question

COUNT = 1000
READING_SECONDS, SHORT_SECONDS = 0.05, 1.0


def slowest(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    middle, late = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
    return f"median {middle:.4f}, 99th percentile {late:.4f}, most {ordered[-1]:.4f}"


def main() -> int:
    missed = 0
    for name in ENGINES:
        reader, random, seconds = engine(name), Random(name), list[float]()
        reader.read(drawn(random))  # loads the engine
        for _ in range(COUNT):
            problem = drawn(random)
            begin = time.process_time()
            reader.read(problem)
            seconds.append(time.process_time() - begin)
        late = sum(value > READING_SECONDS for value in seconds)
        missed += late
        print(f"read {name}: {slowest(seconds)} CPU s; {late} above {READING_SECONDS} s")
    random, seconds = Random(7), []
    for _ in range(COUNT):
        problem = short_question(random)
        begin = time.perf_counter()
        solve(problem)
        seconds.append(time.perf_counter() - begin)
    late = sum(value > SHORT_SECONDS for value in seconds)
    print(f"answers of up to four turns: {slowest(seconds)} s; {late} above {SHORT_SECONDS} s")
    return 1 if missed + late else 0


if __name__ == "__main__":
    sys.exit(main())
