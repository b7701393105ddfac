# shellcheck shell=bash
# Completion of sonde for bash: commands, and the options that `sonde COMMAND --help` names; else files.
_sonde() {
  local word=${COMP_WORDS[COMP_CWORD]} words
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="show compare links history run campaign verify fit simulate report plot --help --version"
  elif [[ $word == -* ]]; then
    words=$(sonde "${COMP_WORDS[1]}" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]*' | sort -u)
  else
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _sonde sonde
