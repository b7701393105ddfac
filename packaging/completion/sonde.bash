# shellcheck shell=bash
# Completion of Sonde's programs for bash, also behind what launches them: mpirun -np 4 IMB-MPI1 <TAB>. The last of these programs
# on the line is asked what can stand there.
_sonde_programs='sonde sonde-mpi IMB-MPI1 IMB-EXT IMB-IO IMB-NBC IMB-RMA IMB-MPI4 IMB-P2P IMB-MT PMB-MPI1 IMB-MPI1-GPU IMB-RMA-GPU'
_sonde_launchers='mpirun mpiexec mpirun.openmpi mpiexec.openmpi mpirun.mpich mpiexec.mpich mpiexec.hydra mpirun_rsh orterun prterun srun aprun ibrun'
_sonde_ask() {
  local index name found='' answer word=${COMP_WORDS[COMP_CWORD]} before=${_sonde_before[${1##*/}]-}
  for ((index = 0; index < COMP_CWORD; index++)); do
    name=${COMP_WORDS[index]##*/} name=${name%.openmpi} name=${name%.mpich}
    [[ " $_sonde_programs " != *" $name "* || ( $found && ${COMP_WORDS[0]##*/} == sonde && " ${COMP_WORDS[*]:0:index} " != *' -- '* ) ]] || found=$index
  done
  COMPREPLY=()
  if [[ ! $found ]]; then
    if [[ $before ]]; then "$before" "$@"; elif [[ $word ]]; then mapfile -t COMPREPLY < <(compgen -W "$_sonde_programs" -- "$word"); fi
    return
  fi
  local program=${COMP_WORDS[found]/#\~/$HOME}
  if ! type -P "$program" >/dev/null; then program=${program##*/} program=${program%.openmpi} program=${program%.mpich}; fi
  grep -qaF 'Sonde answers what completes its command line' "$(type -P "$program")" 2>/dev/null || return # else a program of another suite
  [[ $word != = ]] || word=''
  while IFS= read -r answer; do
    case $answer in
      :file | :directory)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen "-${answer:1:1}" -- "$word")
        ;;
      :command) mapfile -t COMPREPLY < <(compgen -c -- "$word") ;;
      *) COMPREPLY+=("${answer%%$'\t'*}") ;;
    esac
  done < <("$program" --complete "${COMP_WORDS[@]:found+1:COMP_CWORD-found}" 2>/dev/null)
}
declare -gA _sonde_before
if ! complete -p srun &>/dev/null && declare -F _completion_loader >/dev/null; then
  _completion_loader srun # Slurm has a file of that name, and this one has another
fi
for _sonde_name in $_sonde_launchers; do
  if [[ $(complete -p "$_sonde_name" 2>/dev/null) =~ \ -F\ ([^ ]+) && ${BASH_REMATCH[1]} != _sonde_ask ]]; then
    _sonde_before[$_sonde_name]=${BASH_REMATCH[1]}
  fi
  complete -o bashdefault -o default -F _sonde_ask "$_sonde_name"
done
for _sonde_name in $_sonde_programs; do complete -F _sonde_ask "$_sonde_name"; done
unset _sonde_name
