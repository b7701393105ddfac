# Not tried with Ramble itself: tests/packaging runs this file with stand-ins for Ramble's modules, on tables and CSV files of the programs.
import os

from ramble.appkit import *
from ramble.expander import Expander


# Rows of the tables end after their last column, so that a table with more columns (-stats) is not taken for one with fewer.
BYTES = r"^\s*(?P<bytes>\d+)\s+(?P<repetitions>\d+)"
TIMES = r"\s+(?P<t_min>\d+\.\d+)\s+(?P<t_max>\d+\.\d+)\s+(?P<t_avg>\d+\.\d+)"
# "#bytes #repetitions t[usec] Mbytes/sec": PingPong, PingPing
SINGLE_ROW = BYTES + r"\s+(?P<t>\d+\.\d+)\s+(?P<rate>\d+\.\d+)\s*$"
# "#bytes #repetitions t_min[usec] t_max[usec] t_avg[usec]", for Sendrecv and Exchange "Mbytes/sec" behind it
TIMES_ROW = BYTES + TIMES + r"(\s+\d+\.\d+)?\s*$"
RATE_ROW = BYTES + r"(\s+\d+\.\d+|(\s+\d+\.\d+){3})\s+(?P<rate>\d+\.\d+)\s*$"
# "#repetitions t_min[usec] t_max[usec] t_avg[usec]": Barrier
BARRIER_ROW = r"^\s*(?P<repetitions>\d+)" + TIMES + r"\s*$"

# The first columns of the CSV file (docs/user/records.md), up to the last one that is read here.
CSV_COLUMNS = (
    "schema benchmark mode multi processes groups group bytes status reason repetitions t_min_s t_max_s t_avg_s rate_bytes_per_s "
    "defects t_ovrl_s t_pure_s t_cpu_s overlap_percent mean_s median_s p5_s p25_s p75_s p95_s min_s max_s ci_low_s ci_high_s"
).split()
CSV_LINE = "^" + ",".join("(?P<status>measured)" if name == "status" else f"(?P<{name}>[^,]*)" for name in CSV_COLUMNS) + ","


class Sonde(ExecutableApplication):
    """MPI benchmarks with the names, flags and tables of the Intel MPI Benchmarks 3.2.

    Figures of merit come from two files. From the tables: t_min, t_max and t_avg in the order in which IMB prints them
    (t_max stands before t_avg), one context a benchmark, the length in the name: a row does not say its benchmark. From the
    CSV file, whose lines do: mean, median and interval, one context for each benchmark, number of processes and length."""

    name = "sonde"

    maintainers("sonde")

    tags("micro-benchmark", "benchmark", "mpi")

    software_spec("sonde", pkg_spec="sonde@1.0.0", package_manager="spack*")

    required_package("sonde", package_manager="spack*")

    shared = "-msglog {msglog_min}:{msglog_max} -iter {num_iterations} -npmin {min_ranks} -csv {csv_file} {additional_args}"

    executable("transfers", "IMB-MPI1 {transfers} " + shared, use_mpi=True)
    executable("collectives", "IMB-MPI1 {collectives} " + shared, use_mpi=True)
    executable("synchronisation", "IMB-MPI1 Barrier -iter {num_iterations} -npmin {min_ranks} -csv {csv_file} {additional_args}", use_mpi=True)

    workload("transfers", executable="transfers")
    workload("collectives", executable="collectives")
    workload("synchronisation", executable="synchronisation")

    everywhere = ["transfers", "collectives", "synchronisation"]

    workload_variable("transfers", default="PingPong Sendrecv Exchange", description="Benchmarks of transfers", workloads=["transfers"])
    workload_variable(
        "collectives",
        default="Allreduce Alltoall Bcast",
        description="Benchmarks of collectives",
        workloads=["collectives"],
    )
    workload_variable("msglog_min", default="3", description="Shortest length (power of 2)", workloads=["transfers", "collectives"])
    workload_variable("msglog_max", default="22", description="Longest length (power of 2)", workloads=["transfers", "collectives"])
    workload_variable("num_iterations", default="1000", description="Repetitions", workloads=everywhere)
    # One number of processes an experiment: with several, the rows of a benchmark would bear one name.
    workload_variable("min_ranks", default="{n_ranks}", description="Smallest number of processes", workloads=everywhere)
    workload_variable("csv_file", default="{experiment_run_dir}/sonde.csv", description="File of all cases", workloads=everywhere)
    workload_variable("additional_args", default="", description="Further options", workloads=everywhere)

    log_str = os.path.join(Expander.expansion_str("experiment_run_dir"), Expander.expansion_str("experiment_name") + ".out")
    csv_str = Expander.expansion_str("csv_file")

    success_criteria("finished", mode="string", match=r".*# All processes entering MPI_Finalize", file=log_str)

    figure_of_merit_context("benchmark", regex=r"^# Benchmarking (?P<benchmark>\S+)", output_format="{benchmark}")

    for quantity, expression, group, unit in [
        ("t, {bytes} B", SINGLE_ROW, "t", "usec"),
        ("rate, {bytes} B", RATE_ROW, "rate", "Mbytes/sec"),
        ("t_min, {bytes} B", TIMES_ROW, "t_min", "usec"),
        ("t_max, {bytes} B", TIMES_ROW, "t_max", "usec"),
        ("t_avg, {bytes} B", TIMES_ROW, "t_avg", "usec"),
        ("t_min", BARRIER_ROW, "t_min", "usec"),
        ("t_max", BARRIER_ROW, "t_max", "usec"),
        ("t_avg", BARRIER_ROW, "t_avg", "usec"),
    ]:
        figure_of_merit(quantity, log_file=log_str, fom_regex=expression, group_name=group, units=unit, contexts=["benchmark"])

    figure_of_merit_context("case", regex=CSV_LINE, output_format="{benchmark}, {processes} processes, {bytes} B")

    for quantity, group in [("mean", "mean_s"), ("median", "median_s"), ("interval low", "ci_low_s"), ("interval high", "ci_high_s")]:
        there = CSV_LINE.replace(f"(?P<{group}>[^,]*)", f"(?P<{group}>[^,]+)")  # one or two batches have no interval
        figure_of_merit(quantity, log_file=csv_str, fom_regex=there, group_name=group, units="s", contexts=["case"])
