"""Whole tables byte for byte, from 2 to 64 processes, with groups and maps."""
from simulated import SimulatedTest, simulate


class Tables(SimulatedTest):
    def test_transfers_on_2_processes(self):
        self.assert_golden("transfers-2", 2, "PingPong", "PingPing", "Sendrecv", "Exchange", "-iter", "20")

    def test_everything_on_4_processes(self):
        self.assert_golden("everything-4", 4, "-msglog", "0:8", "-iter", "8")

    def test_everything_on_5_processes_at_once(self):
        self.assert_golden("everything-5", 5, "-npmin", "5", "-msglog", "0:6", "-iter", "10", "-check")

    def test_sequence_up_to_12_processes(self):
        self.assert_golden("sequence-12", 12, "Allreduce", "Barrier", "-msglog", "3:5", "-iter", "12")

    def test_groups_shown_by_the_worst(self):
        self.assert_golden("multi-0-on-8", 8, "-multi", "0", "-npmin", "3", "PingPong", "Sendrecv", "Bcast", "Barrier", "-msglog", "4:6",
                           "-iter", "6")

    def test_groups_shown_each(self):
        self.assert_golden("multi-1-on-8", 8, "-multi", "1", "-npmin", "4", "PingPong", "Exchange", "Allreduce", "-msglog", "4:6",
                           "-iter", "4")

    def test_map_of_3_by_2(self):
        self.assert_golden("map-3x2", 6, "-map", "3x2", "-multi", "1", "PingPong", "Sendrecv", "-msglog", "4:5", "-iter", "6")

    def test_map_without_groups_shows_its_rows(self):
        self.assert_golden("map-2x3-alone", 6, "-map", "2x3", "Gather", "-npmin", "6", "-msglog", "4:5", "-iter", "6")

    def test_64_processes(self):
        self.assert_golden("collectives-64", 64, "Bcast", "Allreduce", "Barrier", "-npmin", "64", "-msglog", "3:4", "-iter", "64")

    def test_one_sided_on_2_and_4_processes(self):
        self.assert_golden("one-sided-4", 4, "-msglog", "3:5", "-iter", "8,1,4", "-check", program="IMB-EXT")

    def test_rows_of_later_suites(self):
        self.assert_golden("later-5", 5, "-npmin", "5", "PingPongAnySource", "PingPingSpecificSource", "Uniband", "Biband", "Reduce_local",
                           "Reduce_scatter_block", "-window_size", "8", "-msglog", "0:6", "-iter", "10", "-check")

    def test_conventions_of_2021(self):
        self.assert_golden("conventions-2021-3", 3, "-conventions", "2021", "-npmin", "3", "Bcast", "Reduce_scatter", "Sendrecv", "-msglog", "3:12",
                           "-iter", "6", "-check")

    def test_non_blocking_collectives_on_5_processes(self):
        self.assert_golden("non-blocking-5", 5, "-npmin", "5", "-msglog", "2:5", "-iter", "10", "-check", "-include", "Ibcast_pure,Ibarrier_pure",
                           program="IMB-NBC")

    def test_passive_targets_on_2_and_3_processes(self):
        """Without Compare_and_swap, whose result SimGrid 3.32 looks at before it has arrived (-check says so)."""
        self.assert_golden("passive-targets-3", 3, "-npmin", "3", "-msglog", "3:5", "-iter", "8,1,4", "-check", "-include", "Get_local,Get_all_local",
                           "-exclude", "Truly_passive_put,Compare_and_swap", program="IMB-RMA")

    def test_pairs_partners_and_neighbours_on_8_processes(self):
        self.assert_golden("neighbours-8", 8, "-msglog", "2:4", "-iter", "10", "-check", "-seed", "3", program="IMB-P2P")

    def test_contention_on_9_processes(self):
        self.assert_golden("contention-9", 9, "-msglog", "2:4", "-iter", "10", "-check", "-exclude", "Links", program="sonde-mpi")

    def test_pairs_between_two_nodes(self):
        self.assert_golden("pairs-of-nodes-6", 6, "Contend", "-msgsize", "0,64", "-iter", "10", "-check", program="sonde-mpi", per_node=2)

    def test_pairs_with_windows_of_several_numbers_of_messages(self):
        self.assert_golden("windows-of-pairs-4", 4, "Rate_pairs", "-windows", "1,4", "-msgsize", "0,64", "-iter", "10", "-check", program="sonde-mpi")

    def test_calls_that_imb_does_not_make_on_3_processes(self):
        self.assert_golden("calls-by-name-3", 3, "PingPong_ssend", "PingPong_bsend", "PingPong_init", "Exchange_init", "Scan", "Exscan", "Alltoallw",
                           "Comm_dup", "Comm_split", "-msglog", "2:5", "-iter", "10", "-check", program="sonde-mpi")

    def test_one_sided_transfers_move_what_they_should(self):
        rows = ("Rma_put", "Rma_get", "Rma_get_accumulate", "Rma_put_rate", "Rma_get_rate", "Rma_put_birate")
        for sync, window in (("fence", "allocate"), ("pscw", "create"), ("lock_all", "dynamic"), ("request", "allocate")):
            with self.subTest(sync=sync, window=window):
                out = self.measured(2, *rows, "-rma_sync", sync, "-rma_window", window, "-window_size", "3", "-msgsize", "0,4096", "-iter", "4",
                                    "-check", program="sonde-mpi")
                self.assertIn("no defects in 12 rows", out)

    def test_calls_that_the_simulator_lacks_are_refused(self):
        out = simulate(4, "sonde-mpi", "-include", "PingPong_mprobe,Comm_idup,Neighbor_alltoall", "-exclude", "Links", "-msglog", "2:2", "-iter", "2").out
        for name in ("PingPong_mprobe", "Comm_idup", "Neighbor_alltoall"):
            self.assertIn(f"# !! Benchmark {name} needs calls that SimGrid lacks (this library: 3.1) !!", out)

    def test_partitions_need_a_later_standard(self):
        out = simulate(2, "sonde-mpi", "-include", "PingPong_part,Part_early", "-exclude", "Links", "-msglog", "2:2", "-iter", "2").out
        for name in ("PingPong_part", "Part_early"):
            self.assertRegex(out, rf"# !! Benchmark {name} needs MPI 4.0 \(this library: 3.1\) !!")

    def test_the_older_profile(self):
        self.assert_golden("pmb-4", 4, "-npmin", "4", "-msglog", "0:4", "-iter", "4", program="PMB-MPI1")


if __name__ == "__main__":
    import unittest
    unittest.main()
