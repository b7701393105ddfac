#!/bin/bash
# Not tried on PBS. qsub pbs.sh; a record that is not complete afterwards is gone on with by the next qsub of the same line.
#PBS -N sonde
#PBS -l select=2:ncpus=4:mpiprocs=4
#PBS -l place=scatter:excl
#PBS -l walltime=01:00:00
#PBS -j oe
set -euo pipefail
# PBS does not tell jobs when they end: the same as walltime above, counted from now.
WALLTIME=${WALLTIME:-3600}
SONDE_END_TIME=${SONDE_END_TIME:-$(($(date +%s) + WALLTIME))}
export SONDE_END_TIME
cd "${PBS_O_WORKDIR:-.}"

PROGRAM=${PROGRAM:-IMB-MPI1}
read -ra BENCHMARKS <<<"${BENCHMARKS:-PingPong Sendrecv Allreduce Alltoall}"
RECORD=${RECORD:-sonde.json}
ranks=$(wc -l <"$PBS_NODEFILE")
read -ra OPTIONS <<<"${OPTIONS:--npmin $ranks}"

status=0
mpirun -np "$ranks" "$PROGRAM" "${BENCHMARKS[@]}" "${OPTIONS[@]}" -budget auto -json "$RECORD" -resume || status=$?
case $status in
  0) echo "complete: $RECORD" ;;
  4) echo "not complete yet: submit again to go on with $RECORD" ;;
  *) exit "$status" ;;
esac
