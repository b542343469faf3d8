"""Solve a file of scrambles of the 3×3×3 with Slurm jobs: python examples/solve_by_submitit.py scrambles.txt 20

Requires submitit, and cubeproof on every node. Each chunk of cubes is a job, at most 20 at once.
Without Slurm, the jobs are processes of this machine.
"""

import sys
from pathlib import Path

import submitit

from cubeproof import Cube, solve_all


def main() -> None:
    """Print the answers in the order of the file."""
    file, jobs = sys.argv[1], int(sys.argv[2])
    executor = submitit.AutoExecutor(folder="submitit-logs")
    executor.update_parameters(timeout_min=120, cpus_per_task=1, mem_gb=4)
    cubes = (Cube(3).apply(line) for line in Path(file).read_text(encoding="utf-8").splitlines())
    # Twice as many chunks as `workers` are submitted ahead.
    for number, answer in solve_all(cubes, workers=max(1, jobs // 2), executor=executor):
        print(number, answer, flush=True)


if __name__ == "__main__":
    main()
