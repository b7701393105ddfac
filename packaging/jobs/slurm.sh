#!/bin/bash
# Slurm: sbatch slurm.sh. One record, measured in as many jobs as it takes: each job of the array waits for the one before,
# spreads its repetitions over the time that is left, stops after the case that runs when Slurm signals the end, and goes on
# where the record ends. A job that finds the record whole ends at once. Other hosts of the same kind do as
# well: the record keeps which cases come from where.
# Tried in Slurm 22.05 with virtual nodes on one machine (script/slurm-test), by pmix and one rank a node; not on a cluster.
#SBATCH --job-name=sonde
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=4
#SBATCH --exclusive
#SBATCH --time=01:00:00
#SBATCH --signal=USR1@120
#SBATCH --array=1-4%1
#SBATCH --output=sonde-%A_%a.out
set -euo pipefail

# What to measure; the record bears the number of the array, so that all its jobs find it.
PROGRAM=${PROGRAM:-IMB-MPI1}
read -ra BENCHMARKS <<<"${BENCHMARKS:-PingPong Sendrecv Allreduce Alltoall}"
read -ra OPTIONS <<<"${OPTIONS:--npmin $SLURM_NTASKS}"
RECORD=${RECORD:-sonde-${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}.json}
MPI=${MPI:-pmix} # pmi2 for MPICH; `srun --mpi=list` says what there is

# Slurm before 23.02 does not tell jobs when they end. Asked for a job by its number it tells of a whole array, where the number is that
# of the array too: the last job has it.
if [ -z "${SLURM_JOB_END_TIME:-}" ] && [ -z "${SONDE_END_TIME:-}" ]; then
  job=${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}${SLURM_ARRAY_TASK_ID:+_$SLURM_ARRAY_TASK_ID}
  end=$(SLURM_TIME_FORMAT=standard squeue -h -j "$job" -o %e)
  [ "$end" != NONE ] || end="next year" # no limit
  SONDE_END_TIME=$(date -d "${end:?squeue does not tell when job $job ends}" +%s) # date takes nothing for midnight
  export SONDE_END_TIME
fi

status=0
srun --mpi="$MPI" --cpu-bind=cores "$PROGRAM" "${BENCHMARKS[@]}" "${OPTIONS[@]}" -budget auto -json "$RECORD" -resume || status=$?

case $status in
  0) echo "complete: $RECORD" ;;
  4) echo "not complete yet: the next job of the array goes on with $RECORD" ;;
  *) exit "$status" ;;
esac
