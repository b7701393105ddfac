// Completion after mpirun and its like: the words from a program of ours on are completed as if they stood alone.
#include <fmt/format.h>

#include <array>

#include "args/completion.hpp"

namespace sonde {

namespace {

constexpr std::array<std::string_view, 13> launcher_names{
    "mpirun",        "mpiexec",       "mpirun.openmpi", "mpiexec.openmpi", "mpirun.mpich",
    "mpiexec.mpich", "mpiexec.hydra", "mpirun_rsh",     "orterun",         "prterun",
    "srun",          "aprun",         "ibrun"};

// {0}: programs with | between them, {1} with blanks, {2}: launchers. A program may end in the name of its MPI library.
constexpr const char* bash_text = R"(# shellcheck shell=bash
# Completion after launchers of MPI for bash: mpirun -np 4 IMB-MPI1 <TAB>.
_sonde_launched() {{
  local index name program='' found=0 word=${{COMP_WORDS[COMP_CWORD]}} before=${{_sonde_before[${{1##*/}}]-}}
  for ((index = 1; index < COMP_CWORD; index++)); do
    name=${{COMP_WORDS[index]##*/}} name=${{name%.openmpi}} name=${{name%.mpich}}
    case $name in
      {0}) found=$index program=$name ;;
    esac
  done
  if ((found)); then
    # shellcheck source=/dev/null
    declare -F "_sonde_${{program//-/_}}" >/dev/null || . "$_sonde_programs/$program" 2>/dev/null || return
    local -a line=("${{COMP_WORDS[@]:found}}")
    local -a COMP_WORDS=("${{line[@]}}")
    local COMP_CWORD=$((COMP_CWORD - found))
    "_sonde_${{program//-/_}}"
  elif [[ -n $before ]]; then
    "$before" "$@"
  elif [[ -n $word ]]; then
    mapfile -t COMPREPLY < <(compgen -W '{1}' -- "$word")
  fi
}}
_sonde_programs=${{BASH_SOURCE[0]%/*}}
declare -gA _sonde_before
if ! complete -p srun &>/dev/null && declare -F _completion_loader >/dev/null; then
  _completion_loader srun # Slurm has a file of that name, and this one has another
fi
for _sonde_launcher in {2}; do
  if [[ $(complete -p "$_sonde_launcher" 2>/dev/null) =~ \ -F\ ([^ ]+) && ${{BASH_REMATCH[1]}} != _sonde_launched ]]; then
    _sonde_before[$_sonde_launcher]=${{BASH_REMATCH[1]}}
  fi
  complete -o bashdefault -o default -F _sonde_launched "$_sonde_launcher"
done
unset _sonde_launcher
)";

constexpr const char* zsh_text = R"(#compdef {2}
# Completion after launchers of MPI for zsh: mpirun -np 4 IMB-MPI1 <TAB>.
local index name program
integer found=0
for (( index = 2; index < CURRENT; index++ )); do
  name=${{words[index]:t}}
  name=${{${{name%.openmpi}}%.mpich}}
  case $name in
    ({0}) found=$index program=$name ;;
  esac
done
if (( found )); then
  shift $(( found - 1 )) words
  (( CURRENT -= found - 1 ))
  words[1]=$program
  _normal
  return
fi
_alternative 'programs:program:({1})' 'commands: :_command_names -e' 'files:file:_files'
)";

constexpr const char* fish_text = R"(# Completion after {2} for fish: {2} -np 4 IMB-MPI1 <TAB>.
function __sonde_launched -d 'The words from a program of Sonde on, one a line'
    set -l line
    for word in (commandline -opc)[2..]
        set -l program (string replace -r '\.(openmpi|mpich)$' '' -- $word)
        if string match -qr -- '^(.*/)?({0})$' $program
            set line $program
        else if set -q line[1]
            set -a line $word
        end
    end
    set -q line[1]; and string escape -- $line
end
function __sonde_launched_words -d 'What that program would complete'
    set -l token (commandline -ct)
    set -l line (__sonde_launched)
    complete -C "$line $token"
end
complete -c {2} -n '__sonde_launched >/dev/null' -f -a '(__sonde_launched_words)'
complete -c {2} -n 'not __sonde_launched >/dev/null' -a '{1}'
)";

std::string launcher_file(const char* text, std::span<const std::string> programs, std::string_view names) {
  return fmt::format(fmt::runtime(text), fmt::join(programs, "|"), fmt::join(programs, " "), names);
}

std::string all_launchers() {
  return fmt::format("{}", fmt::join(launcher_names, " "));
}

}  // namespace

std::span<const std::string_view> launchers() {
  return launcher_names;
}

std::string bash_launchers(std::span<const std::string> programs) {
  return launcher_file(bash_text, programs, all_launchers());
}

std::string zsh_launchers(std::span<const std::string> programs) {
  return launcher_file(zsh_text, programs, all_launchers());
}

std::string fish_launcher(std::string_view launcher, std::span<const std::string> programs) {
  return launcher_file(fish_text, programs, launcher);
}

}  // namespace sonde
