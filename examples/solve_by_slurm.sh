#!/bin/bash
# Solves a file of cubes on 4 nodes: sbatch examples/solve_by_slurm.sh cubes.csv answers.jsonl
# Submit it again after the time limit: it continues after the last answer.
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=16
#SBATCH --time=12:00:00
set -eu
scheduler="$PWD/scheduler-$SLURM_JOB_ID.json"
trap 'rm -f "$scheduler"' EXIT
dask scheduler --no-dashboard --scheduler-file "$scheduler" &
until [ -s "$scheduler" ]; do sleep 1; done
# One worker for each node, so that each node holds its table once.
CUBEPROOF_CACHE="${TMPDIR:-/tmp}/cubeproof" srun --overlap \
  dask worker --no-dashboard --scheduler-file "$scheduler" --nworkers 1 --nthreads "$SLURM_CPUS_PER_TASK" &
address=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["address"])' "$scheduler")
cubeproof solve --file "$1" --json -o "$2" --cluster "$address"
