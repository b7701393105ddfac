#include "app/sonde_documents/manual.hpp"

#include <algorithm>

namespace sonde::app {

namespace {

constexpr std::string_view fitted =
    "0 fitted, 1 a benchmark cannot be fitted, or a result could not be written, 2 wrong input.";

const std::vector<ManualEntry> entries{
    {"",
     "Reads the records that the measuring programs write with -json and -csv, and the text output of IMB (3.x, 2018 to 2021), PMB "
     "and OSU benchmarks. What a foreign file lacks is absent, not invented. No MPI library is needed.",
     {"sonde show run.json --benchmark PingPong", "sonde compare reference/ today/", "sonde links links.json",
      "sonde run -n 20 --precision 2% -- mpirun -np 4 IMB-MPI1 Allreduce", "sonde fit latency run.json",
      "sonde report run.json -o report.html", "sonde history nights check"}},
    {"fit",
     "Fits a performance model: parameters with 95 % intervals, residuals, and what cannot be told from the data.",
     {"sonde fit latency run.json", "sonde fit overlap run.json --plot fit.pdf"},
     fitted},
    {"fit overlap",
     "Fits the model of PingPong in several pairs at a time (-multi 0) whose transfers overlap.",
     {},
     fitted},
    {"fit latency",
     "Fits time against message length: latency, bandwidth, and where another protocol begins.",
     {},
     fitted},
    {"fit maxrate",
     "Fits PingPong of 1, 2, ... pairs: the rate of one process and that of the link.",
     {},
     fitted},
    {"fit collective",
     "Looks for the formula in processes and message length that fits a collective best.",
     {},
     fitted},
    {"fit loggp",
     "Fits the parameters of LogGP as far as the data allow, and says which they do not.",
     {},
     fitted},
    {"fit memory",
     "Says from records of the benchmark Memory of sonde-mpi what a process takes for itself and for each peer.",
     {},
     fitted},
    {"simulate",
     "Simulates a benchmark by discrete events; writes records and timing diagrams.",
     {"sonde simulate pingpong --ppn 4 --msglog 10:20"}},
    {"simulate pingpong",
     "Simulates PingPong of several pairs of processes between two nodes; writes records and, with --picture, a timing diagram.",
     {"sonde simulate pingpong --ppn 4 -o simulated.json",
      "sonde simulate pingpong --ppn 2 --picture timing.svg"}},
    {"plot",
     "Draws a figure for a paper (SVG, PNG, PDF) with gnuplot, or writes the script.",
     {"sonde plot run.json -o figure.pdf",
      "sonde plot --base old/*.json --new new/*.json --width 85mm -o sides.pdf",
      "sonde plot a.json b.json --label \"Open MPI=a.json\" --label MPICH=b.json --script"},
     "0 drawn, 1 gnuplot is missing or failed, or the figure could not be written, 2 wrong input."},
    {"report",
     "Makes one HTML page of runs that opens anywhere, offline. With --base and --new it shows two sides with the verdicts of sonde "
     "compare.",
     {"sonde report run.json -o report.html", "sonde report --base reference/ --new today/"}},
    {"compare",
     "Says per case whether new runs are slower than base runs: ratio of times with a 95 % interval, a p-value that holds for all "
     "cases together (a permutation test of the largest difference), a threshold of relevance. With --changed only what changed, "
     "neighbouring cases on one line. One run a side proves nothing: take five. --by-night compares nights of a history and says what changed "
     "in the headers. It assumes that without a change any night could have stood in either group.",
     {"sonde compare reference/ today/",
      "sonde compare --changed --base old1.json old2.json --new new1.json new2.json",
      "sonde compare --by-night nights 2025-11-01..2025-11-20 2025-11-21..2025-11-24"}},
    {"check",
     "Says of each limit in a file whether a machine keeps it: kept and broken are proven by the interval of the median over launches, "
     "else it is open; a limit without a case is missing. Five launches or more can prove something. With --write it prints a file of limits "
     "that good runs keep.",
     {"sonde run -n 7 -o accepted -- mpirun -np 4 IMB-MPI1 Allreduce",
      "sonde check --write accepted > limits.toml",
      "sonde check today/ --limits limits.toml --junit limits.xml"}},
    {"guidelines",
     "Says where an MPI library breaks performance guidelines: a message that takes longer than a longer one, longer than its parts, a collective "
     "longer than on more ranks, a call longer than other calls with its effect (sonde-mpi Guidelines). Violated and held are proven over launches, for all cases together; else it is open. Take eight launches.",
     {"sonde run -n 8 -o guided -- mpirun -np 4 IMB-MPI1 Allreduce", "sonde guidelines guided",
      "sonde guidelines --one-launch run.json"}},
    {"links",
     "Says which host, link or switch is slow, from records of sonde-mpi Links: findings with hosts, a table of hosts worst first, "
     "every pair as CSV.",
     {"sonde links links.json", "sonde links links.json --topology topology.conf"},
     "0 nothing is proved slow, 1 something is, or a result could not be written, 2 wrong input."},
    {"run",
     "Launches one command line again and again, until the interval for the next launch is narrow enough or the count is reached; "
     "keeps the records, prints one table, goes on where it was cut off."},
    {"campaign",
     "Launches the commands of a plan many times in random order and goes on where it was stopped; splits the variance into that "
     "within a run and that between runs.",
     {"sonde campaign plan.toml --dry-run", "sonde campaign plan.toml"}},
    {"verify",
     "Says whether the directory of a campaign is what it was when its last launch ended: files and programs by SHA-256, "
     "records against the journal and printed tables. One sentence a finding.",
     {"sonde verify sonde-run"}},
    {"history",
     "Keeps the records of every night in a directory and says whether the last night is slower than the past of the same site. "
     "The directory stands before the command.",
     {"sonde history nights add launch1.json launch2.json launch3.json", "sonde history nights check"}},
    {"history add",
     "Copies records into the directory, which it makes where there is none; the same record added again is there already.",
     {"sonde history nights add launch1.json launch2.json launch3.json"},
     "0 added, 2 wrong input."},
    {"history check",
     "One test for all cases together whose rate of false alarms is stated: about one a year once a year of nights is there.",
     {"sonde history nights check"},
     "0 no alarm, 1 alarm, 2 wrong input, 3 too little history."},
    {"history show",
     "Prints every case: its last night against the nights before.",
     {"sonde history nights show"}},
    {"history page",
     "Writes one HTML page of the directory that opens without a network: what check says, each alarm with what changed in the records at "
     "its night, and a table of all cases with a line of their nights.",
     {"sonde history nights page -o history.html"}},
    {"history why",
     "Says in what the headers of the records of a night differ from those of the night before.",
     {"sonde history nights why 2025-11-22"}},
    {"history acknowledge",
     "Takes a new level of a case as it is: nights before it count no more for this case. The line is added to acknowledged.txt in "
     "the directory.",
     {R"(sonde history nights acknowledge 2025-11-20 "Allreduce, 4 processes, 8 B" "new level, UCX 1.17")"}},
    {"history export",
     "Prints the history in the form of another tool.",
     {"sonde history nights export --format junit"}},
    {"show",
     "Prints runs as tables: sorted, filtered by benchmark, length and processes; with what must move through links over the time; "
     "converts them to CSV or JSON lines.",
     {"sonde show run.json --benchmark PingPong --bytes 1k:64k", "sonde show imb.txt --csv"}},
    {"explain",
     "Says what a warning, a verdict, a reason, a column, a benchmark or an option means and what to do about it; without a word it lists the "
     "words.",
     {"sonde explain drift", "sonde explain --threshold"}},
};

}  // namespace

const ManualEntry* manual_entry(std::string_view command) {
  const auto found = std::ranges::find(entries, command, &ManualEntry::command);
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace sonde::app
