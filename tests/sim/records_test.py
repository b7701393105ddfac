"""What records of simulated runs say: of the machine what is simulated, and nothing of the simulator's host; of the cases everything,
under every option that shapes a loop."""
import tempfile
from pathlib import Path

from records import check_lines, complete_lines
from simulated import SimulatedTest, simulate


COLLECTIVE = ("Bcast", "Reduce_scatter", "Barrier", "-npmin", "3")
PAIRS = ("PingPong", "Exchange")
SHORT = ("-msglog", "4:4", "-iter", "12,1,4")
UNDER_OPTIONS = [
    ("IMB-MPI1", 3, *PAIRS, "Bcast", "Reduce_scatter", "Allgatherv", "Barrier"),
    ("IMB-MPI1", 4, *PAIRS, "Allreduce", "-multi", "0", "-npmin", "2", "-check"),
    ("IMB-MPI1", 4, *PAIRS, "Allreduce", "-multi", "1", "-npmin", "2", "-check", "-samples", "all"),
    ("IMB-MPI1", 6, "PingPong", "Sendrecv", "-map", "3x2", "-multi", "1", "-npmin", "3"),
    ("IMB-MPI1", 3, *COLLECTIVE, "-start", "dissemination", "-check"),
    ("IMB-MPI1", 3, *COLLECTIVE, "-start", "clock", "-check"),
    ("IMB-MPI1", 3, *COLLECTIVE, "-start", "none"),
    ("IMB-MPI1", 3, *COLLECTIVE, "-sync", "on", "-root_shift", "off"),
    ("IMB-MPI1", 3, *COLLECTIVE, "-imb_barrier", "on", "-n_barr", "4"),
    ("IMB-MPI1", 3, *COLLECTIVE, "-precision", "5%", "-time", "0.001", "-samples", "all"),
    ("IMB-MPI1", 2, *PAIRS, "-precision", "1e-9%", "-time", "0.0005"),
    ("IMB-MPI1", 2, *PAIRS, "-time", "0.0002", "-iter_policy", "dynamic"),
    ("IMB-MPI1", 2, *PAIRS, "-iter_policy", "multiple_np"),
    ("IMB-MPI1", 3, *PAIRS, "Bcast", "-iter_policy", "off", "-warm_up", "off", "-check"),
    ("IMB-MPI1", 3, "Bcast", "Allreduce", "-warm_up", "auto", "-off_cache", "1,64"),
    ("IMB-MPI1", 3, "Bcast", "Allreduce", "-budget", "3000", "-precision", "20%"),
    ("IMB-MPI1", 3, "Reduce", "Allreduce", "-red_data_type", "double", "-data_type", "int", "-mbytes", "1e6", "-stats"),
    ("IMB-MPI1", 4, "Uniband", "Biband", "Reduce_local", "Reduce_scatter_block", "-window_size", "3", "-stats"),
    ("IMB-MPI1", 2, "Allreduce", "-mem", "1e-6"),
    ("IMB-EXT", 3, "Window", "Unidir_Put", "Bidir_Get", "Accumulate", "-check"),
    ("IMB-EXT", 2, "Bidir_Put", "-multi", "1", "-iter_policy", "off", "-warm_up", "off"),
    ("IMB-RMA", 3, "Bidir_put", "All_put_all", "Exchange_get", "Get_accumulate", "Fetch_and_op", "-check", "-stats"),
    ("IMB-NBC", 3, "Ibcast", "Ialltoallv", "Ibarrier", "Ireduce_pure", "-check", "-stats", "-progress", "3"),
    ("IMB-NBC", 3, "Iallreduce", "-overlap_over", "max", "-reduce_scatter", "all"),
    ("IMB-P2P", 4, "PingPong", "Birandom", "Corandom", "Stencil2D", "SendRecv_Replace", "-seed", "7", "-check"),
    ("sonde-mpi", 5, "Shift", "Randperm", "Ebb", "Incast", "Outcast", "-seed", "7", "-shift", "1", "-check"),
    ("PMB-MPI1", 3, *PAIRS, "Bcast"),
]
LEFT_OUT = {"schema", "kind", "dead_s"}  # the last is the time of the simulator's host


ROUNDING = 1e-9  # a drift below it is that of the simulated clock's last digits, and its trend is their order


def told(value):
    """Everything but what is not there, on one line, numbers with six digits."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, dict):
        if abs(value.get("drift") or 0) < ROUNDING:
            value = {key: each for key, each in value.items() if key not in ("drift", "trend", "rho", "effective_batches")}
        return " ".join(f"{key.removesuffix('_s')} {told(each)}" for key, each in value.items()
                        if key not in LEFT_OUT and (each or each == 0) and each is not False)
    return f"[{', '.join(map(told, value))}]" if isinstance(value, list) else str(value)


class Records(SimulatedTest):
    def test_cases_under_every_option(self):
        text = ""
        for program, processes, *arguments in UNDER_OPTIONS:
            text += f"{program} {' '.join(arguments)}\n"
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, "run.jsonl")
                done = simulate(processes, program, *arguments, *SHORT, "-json", str(path))
                self.assertIn(done.status, (0, 4), done.out + done.err)
                for line in complete_lines(path):
                    if line["kind"] == "case":
                        text += f"  {told(line)}\n"
        self.assert_kept("records", text)

    def test_the_host_of_the_simulator_bears_no_witness(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "run.jsonl")
            self.measured(3, "Barrier", "-npmin", "3", "-iter", "40", "-json", str(path))
            lines = complete_lines(path)
        check_lines(lines)
        header, case = lines[0], lines[1]
        self.assertEqual([place["host"] for place in header["places"]], ["node-0", "node-1", "node-2"])
        self.assertEqual({place["cores"] for place in header["places"]}, {None})
        self.assertEqual((header["machine"], header["cpu_model"], header["kernel"]), ("simulated", None, None))
        self.assertEqual((header["warnings"], case["witnesses"], case["warnings"]), ([], [], []))


if __name__ == "__main__":
    import unittest
    unittest.main()
