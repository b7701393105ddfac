-- Module of Sonde for Lmod. Put it into a directory of MODULEPATH as sonde/VERSION.lua; the version is the name of the file.
-- Installed elsewhere than in /opt/sonde/VERSION: change `prefix`, or set SONDE_PREFIX when the module is loaded.
local version = myModuleVersion()
local prefix = os.getenv("SONDE_PREFIX") or pathJoin("/opt/sonde", version)

help([[
Sonde measures how fast MPI is: IMB-MPI1, IMB-EXT, IMB-IO, IMB-NBC, IMB-RMA, IMB-MPI4, IMB-P2P, IMB-MT, PMB-MPI1, sonde-mpi;
`sonde` reads what they record. Load the MPI library it was built with first.
  mpirun -np 2 IMB-MPI1 PingPong -json run.json
  sonde show run.json
Manual: man IMB-MPI1, man sonde
]])
whatis("Name: sonde")
whatis("Version: " .. version)
whatis("Category: benchmark")
whatis("Description: MPI benchmarks with intervals, records and reports")
whatis("URL: https://sonde.example.org")

conflict("sonde")
prepend_path("PATH", pathJoin(prefix, "bin"))
prepend_path("MANPATH", pathJoin(prefix, "share/man"))
append_path("MANPATH", "") -- an empty entry at the end: the pages of the system stay
setenv("SONDE_ROOT", prefix)
