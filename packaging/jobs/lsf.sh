#!/bin/bash
# Not tried on LSF. bsub <lsf.sh; a record that is not complete afterwards is gone on with by the next bsub. LSF warns two
# minutes before the end (-wa, -wt) by the signal that ends a run after the case that runs.
#BSUB -J sonde
#BSUB -n 8
#BSUB -R "span[ptile=4]"
#BSUB -x
#BSUB -W 01:00
#BSUB -wa USR1
#BSUB -wt 2
#BSUB -o sonde.%J.out
set -euo pipefail
# The same as -W above, counted from now.
WALLTIME=${WALLTIME:-3600}
SONDE_END_TIME=${SONDE_END_TIME:-$(($(date +%s) + WALLTIME))}
export SONDE_END_TIME
trap : USR1 # the shell gets the warning, too; ignored here it would be ignored by the program

PROGRAM=${PROGRAM:-IMB-MPI1}
read -ra BENCHMARKS <<<"${BENCHMARKS:-PingPong Sendrecv Allreduce Alltoall}"
RECORD=${RECORD:-sonde.json}
ranks=${LSB_DJOB_NUMPROC:?is set by LSF}
read -ra OPTIONS <<<"${OPTIONS:--npmin $ranks}"

status=0
mpirun -np "$ranks" "$PROGRAM" "${BENCHMARKS[@]}" "${OPTIONS[@]}" -budget auto -json "$RECORD" -resume || status=$?
case $status in
  0) echo "complete: $RECORD" ;;
  4) echo "not complete yet: submit again to go on with $RECORD" ;;
  *) exit "$status" ;;
esac
