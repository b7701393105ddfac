# Completion of Sonde's programs for fish, also behind what launches them: mpirun -np 4 IMB-MPI1 <TAB>. The last of these programs
# on the line is asked what can stand there.
set -g __sonde_programs sonde sonde-mpi IMB-MPI1 IMB-EXT IMB-IO IMB-NBC IMB-RMA IMB-MPI4 IMB-P2P IMB-MT PMB-MPI1 IMB-MPI1-GPU IMB-RMA-GPU
set -g __sonde_launchers mpirun mpiexec mpirun.openmpi mpiexec.openmpi mpirun.mpich mpiexec.mpich mpiexec.hydra mpirun_rsh orterun prterun srun aprun ibrun
function __sonde_line -d 'The words from the last program of Sonde on, one a line'
    set -l line
    set -l may 1
    set -l words (commandline -opc)
    for word in $words
        test $word = --; and set may 1
        if test $may = 1; and contains -- (string replace -r '^.*/' '' -- $word | string replace -r '\.(openmpi|mpich)$' '') $__sonde_programs
            set line $word
            string match -qr '(^|/)sonde$' -- $word; and set may 0
        else if set -q line[1]
            set -a line $word
        end
    end
    set -q line[1]; and printf '%s\n' $line
end
function __sonde_ask -d 'What that program says can stand there'
    set -l token (commandline -ct)
    set -l line (__sonde_line)
    set -l program $line[1]
    command -q $program; or set program (string replace -r '^.*/' '' -- $program | string replace -r '\.(openmpi|mpich)$' '')
    grep -qaF 'Sonde answers what completes its command line' (command -s $program) 2>/dev/null; or return # else a program of another suite
    for answer in ($program --complete $line[2..] "$token" 2>/dev/null)
        switch $answer
            case :file
                __fish_complete_path $token
            case :directory
                __fish_complete_directories $token
            case :command
                complete -C $token
            case '*'
                echo $answer
        end
    end
end
for name in $__sonde_programs
    complete -c $name -f -a '(__sonde_ask)'
end
for name in $__sonde_launchers
    complete -c $name -n '__sonde_line >/dev/null' -f -a '(__sonde_ask)'
    complete -c $name -n 'not __sonde_line >/dev/null' -a "$__sonde_programs"
end
