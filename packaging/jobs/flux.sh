#!/bin/bash
# Not tried on Flux. flux batch flux.sh; a record that is not complete afterwards is gone on with by the next flux batch.
#flux: --job-name=sonde
#flux: --nodes=2
#flux: --nslots=8
#flux: --exclusive
#flux: --time-limit=60m
set -euo pipefail
# Seconds that are left, by Flux itself; where it does not say, the limit above, counted from now.
if [ -z "${SONDE_END_TIME:-}" ]; then
  left=$(flux job timeleft 2>/dev/null || echo 3600)
  SONDE_END_TIME=$(($(date +%s) + left))
  export SONDE_END_TIME
fi

PROGRAM=${PROGRAM:-IMB-MPI1}
read -ra BENCHMARKS <<<"${BENCHMARKS:-PingPong Sendrecv Allreduce Alltoall}"
RANKS=${RANKS:-8}
read -ra OPTIONS <<<"${OPTIONS:--npmin $RANKS}"
RECORD=${RECORD:-sonde.json}

status=0
flux run -n "$RANKS" "$PROGRAM" "${BENCHMARKS[@]}" "${OPTIONS[@]}" -budget auto -json "$RECORD" -resume || status=$?
case $status in
  0) echo "complete: $RECORD" ;;
  4) echo "not complete yet: submit again to go on with $RECORD" ;;
  *) exit "$status" ;;
esac
