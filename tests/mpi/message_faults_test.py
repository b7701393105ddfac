"""Faults planted in the MPI library (message_faults.cpp, preloaded): -check finds each of them in every benchmark that moves data."""
import os
import unittest

from programs import MPIEXEC, launch, tables

LIBRARY = os.environ.get("SONDE_FAULTS", "")
LATER = ("PingPongSpecificSource", "PingPongAnySource", "PingPingSpecificSource", "PingPingAnySource", "Uniband", "Biband", "Reduce_local",
         "Reduce_scatter_block")
PURE = tuple(f"I{name}_pure" for name in "bcast allgather allgatherv gather gatherv scatter scatterv alltoall alltoallv reduce reduce_scatter"
             " allreduce".split())
# Under MPICH 4.0.2 the two rows of Scatter are not run: see mpi4_test.py.
PERSISTENT = 11 if "mpich" in os.environ["SONDE_MPIEXEC"] else 12
LENGTH = 1000  # bytes; nothing else that the program sends has this length


# What checks notice does not depend on the library; they run with one, and with the other where SONDE_ALL_COUNTS is set.
@unittest.skipIf("mpich" in MPIEXEC and not os.environ.get("SONDE_ALL_COUNTS"), "one library is enough")
@unittest.skipUnless(LIBRARY, "faults cannot be preloaded into this build")
class MessageFaults(unittest.TestCase):
    def run_with(self, fault, processes, *flags, program="IMB-MPI1", **more):
        environment = {"LD_PRELOAD": LIBRARY, "SONDE_FAULT": fault, "SONDE_FAULT_BYTES": str(LENGTH), **more}
        flags = flags or ["-check", "-iter", "5"]
        where = ["-thread_level", "multiple", "-threads", 2, "-n_warmup", 2] if program == "IMB-MT" else ["-npmin", processes]
        return launch(processes, program, *where, "-msgsize", LENGTH, "-zero_size", "off", *flags, limit=120,
                      environment=environment)

    def assert_found(self, fault, processes, *flags, rows=16, **more):
        done = self.run_with(fault, processes, *flags, **more)
        self.assertEqual(done.status, 3, done.out + done.err)
        checked = [t for t in tables(done.out) if "defects" in t.columns]
        self.assertEqual(len(checked), rows, done.out)
        for table in checked:
            with self.subTest(table.benchmark):
                self.assertEqual(len(table.rows), 1)
                self.assertGreater(table.column("defects")[0], 0, f"{fault}: {table.benchmark}")
        return done

    def test_without_a_fault_the_preloaded_library_changes_nothing(self):
        done = self.run_with("none", 3)
        self.assertEqual(done.status, 0, done.out + done.err)

    def test_a_flipped_bit_on_2_processes(self):
        self.assert_found("corrupt", 2)

    def test_a_flipped_bit_on_3_processes(self):
        self.assert_found("corrupt", 3)

    def test_a_flipped_bit_in_one_call_of_20(self):
        self.assert_found("corrupt", 2, "-check", "all", "-iter", "60", SONDE_FAULT_EVERY="3")

    def test_so_many_repetitions_are_checked_as_were_asked_for(self):
        done = self.run_with("none", 2, "PingPong", "Bcast", "-check", "7", "-iter", "50")
        self.assertIn("#     checked: 14 repetitions beside 100 measured", done.out)
        done = self.run_with("none", 2, "PingPong", "-check", "all", "-iter", "50")
        self.assertIn("#     checked: 50 repetitions beside 50 measured", done.out)

    def test_messages_that_a_failed_length_leaves_behind(self):
        environment = {"LD_PRELOAD": LIBRARY, "SONDE_FAULT": "lose", "SONDE_FAULT_BYTES": str(LENGTH)}
        done = launch(2, "IMB-MPI1", "PingPing", "-check", "-msgsize", f"{LENGTH},{2 * LENGTH}", "-iter", "5", limit=120,
                      environment=environment)
        self.assertEqual(done.status, 4, done.out + done.err)
        (table,) = tables(done.out)
        self.assertIn("failed; ", done.out)
        rows = [row for row in table.rows if row[0] == str(2 * LENGTH)]
        self.assertEqual([row[-1] for row in rows], ["0.00"], done.out)

    def test_a_byte_written_where_nothing_may_be(self):
        for name, where in (("PingPong", "in the send buffer"), ("Sendrecv", "in the send buffer"), ("Alltoall", "in the send buffer"),
                            ("Gather", "where nothing may arrive")):
            done = self.assert_found("scribble", 2, name, "-check", "-iter", "5", rows=1)
            self.assertRegex(done.out, rf"rank [01] of 2, 1000 bytes: 1 of \d+ elements wrong, .*, {where}")
        self.assert_found("scribble", 3, "Igather", "Ialltoall_pure", "-check", "-iter", "5", rows=2, program="IMB-NBC")
        self.assert_found("scribble", 3, "Gather_persist", "-check", "-iter", "5", rows=1, program="IMB-MPI4")

    def test_a_lost_last_element_on_3_processes(self):
        self.assert_found("truncate", 3)

    def test_a_message_for_somebody_else_on_3_processes(self):
        self.assert_found("misroute", 3)

    def test_a_message_for_somebody_else_on_4_processes(self):
        self.assert_found("misroute", 4)

    def test_faults_in_rows_of_later_suites(self):
        for processes in (2, 3):
            for fault in ("corrupt", "truncate", "misroute"):
                self.assert_found(fault, processes, *LATER, "-check", "-iter", "5", "-window_size", "4", rows=len(LATER))

    def test_faults_in_calls_that_imb_does_not_make(self):
        names = ("PingPong_ssend", "PingPong_bsend", "PingPong_mprobe", "Scan", "Exscan", "Alltoallw")
        for fault in ("corrupt", "truncate", "misroute"):
            rows = names if fault != "misroute" else names[:4] + names[5:]  # what rank 1 adds comes to rank 2
            self.assert_found(fault, 2, *rows, "-check", "-iter", "5", rows=len(rows), program="sonde-mpi")
            self.assert_found(fault, 4, *names, "-check", "-iter", "5", rows=len(names), program="sonde-mpi")
        self.assert_found("corrupt", 2, "PingPong_nb", "-check", "-iter", "5", rows=1, program="sonde-mpi")
        self.assertEqual(self.run_with("none", 3, *names, "-check", program="sonde-mpi").status, 0)

    def test_faults_in_windows_of_pairs_and_in_pairs_of_threads(self):
        self.assert_found("corrupt", 4, "Rate_pairs", "-windows", "1,5", "-check", "-iter", "5", rows=2, program="sonde-mpi")
        threads = ("PingPong_threads", "-threads", "2", "-thread_level", "multiple", "-check", "-iter", "5")
        self.assert_found("corrupt", 2, *threads, rows=1, program="sonde-mpi")
        self.assert_found("corrupt", 2, *threads, rows=1, program="sonde-mpi", SONDE_FAULT_FURTHER_THREADS="1")
        self.assertEqual(self.run_with("none", 2, *threads, program="sonde-mpi").status, 0)

    def test_faults_where_all_send_at_once(self):
        self.assert_found("corrupt", 4, "-check", "-iter", "5", "-exclude", "Links", rows=10, program="sonde-mpi")
        # Messages to Incast may be there before they are waited for, which is when the fault takes their ends away.
        self.assert_found("truncate", 4, "-check", "-iter", "5", "-exclude", "Links,Incast", rows=9, program="sonde-mpi")
        # What goes the other way is wrong where sender and receiver are two.
        self.assert_found("misroute", 5, "Shift", "Tornado", "Incast", "Outcast", "Randring", "-shift", "1", "-check", "-iter", "5", rows=5,
                          program="sonde-mpi")
        self.assertEqual(self.run_with("none", 4, "-check", "-exclude", "Links", program="sonde-mpi").status, 0)

    def test_faults_in_reduce_scatter_of_a_block_for_each(self):
        self.assert_found("misroute", 3, "Reduce_scatter", "-reduce_scatter", "each", "-check", "-iter", "5", rows=1)

    def test_faults_in_non_blocking_collectives(self):
        for fault in ("corrupt", "truncate", "misroute"):
            self.assert_found(fault, 3, "-check", "-iter", "5", rows=12, program="IMB-NBC")
        self.assert_found("corrupt", 2, *PURE, "-check", "-iter", "5", rows=12, program="IMB-NBC")

    def test_faults_in_persistent_collectives(self):
        for fault in ("corrupt", "truncate", "misroute", "stale"):
            self.assert_found(fault, 3, "-check", "-iter", "5", rows=PERSISTENT, program="IMB-MPI4")
        self.assert_found("corrupt", 2, "-check", "-iter", "5", rows=PERSISTENT, program="IMB-MPI4")
        self.assertEqual(self.run_with("none", 3, program="IMB-MPI4").status, 0)

    def test_a_start_that_does_nothing_in_persistent_collectives_alone(self):
        names = [f"{name}_persist_pure" for name in ("Bcast", "Gatherv", "Alltoall", "Allreduce")]
        self.assert_found("stale", 3, *names, "-check", "-iter", "5", rows=4, program="IMB-MPI4")

    def test_a_start_that_does_nothing_in_persistent_messages(self):
        names = ("PingPong_init", "Exchange_init", "Uniband_init", "Biband_init")
        flags = (*names, "-check", "-iter", "5", "-window_size", "4")
        self.assert_found("stale", 2, *flags, rows=4, program="sonde-mpi")
        self.assertEqual(self.run_with("none", 2, *flags, program="sonde-mpi").status, 0)

    def test_a_counter_of_all_ranks_that_gives_a_value_twice(self):
        flags = ("Fetch_and_op_all", "-check", "-iter", "6")
        for processes in (2, 3):
            self.assert_found("repeat", processes, *flags, rows=1, program="sonde-mpi", SONDE_FAULT_SINGLE="1")
            self.assert_found("truncate", processes, *flags, rows=1, program="sonde-mpi", SONDE_FAULT_SINGLE="1")
            self.assertEqual(self.run_with("none", processes, *flags, program="sonde-mpi", SONDE_FAULT_SINGLE="1").status, 0)

    def test_faults_in_windows_whose_messages_share_places(self):
        flags = ("-check", "-iter", "5", "-window_size", "6", "-mem", "0.0000045")  # 2416 bytes for each buffer: two places, each spoiled three times
        for fault in ("corrupt", "truncate", "misroute"):
            self.assert_found(fault, 2, "Uniband", "Biband", *flags, rows=2)
        done = self.run_with("none", 2, "Uniband", "Biband", *flags)
        self.assertEqual(done.status, 0)
        self.assertIn("# Windows of 6 messages: from 1000 bytes on messages share places, as many as fit into 2.3", done.out)

    def test_a_put_that_arrives_damaged_while_its_target_waits_or_computes(self):
        for put in (7, 8):  # six are tried or measured, then one is checked in each of the two loops
            self.assert_found("corrupt", 2, "Truly_passive_put", "-warm_up", "off", "-iter", "2", "-check", "1", rows=1,
                              program="IMB-RMA", SONDE_FAULT_EVERY=str(put))

    def test_without_a_fault_non_blocking_collectives_pass(self):
        self.assertEqual(self.run_with("none", 3, program="IMB-NBC").status, 0)

    def test_faults_in_transfers_with_passive_targets(self):
        flags = ("-check", "-iter", "5,40,5", "-include", "Get_local,Get_all_local", "-exclude", "Fetch_and_op,Compare_and_swap",
                 "-aggregate_mode", "multi")
        for processes in (2, 3):
            for fault in ("corrupt", "truncate", "misroute"):
                self.assert_found(fault, processes, *flags, rows=31, program="IMB-RMA")
        self.assertEqual(self.run_with("none", 3, *flags, program="IMB-RMA").status, 0)

    def test_faults_between_pairs_partners_and_neighbours(self):
        for fault in ("corrupt", "truncate", "misroute"):
            self.assert_found(fault, 4, "-check", "-iter", "5", rows=7, program="IMB-P2P")
        self.assertEqual(self.run_with("none", 4, program="IMB-P2P").status, 0)

    def test_a_barrier_that_does_not_wait(self):
        for program, names in (("IMB-MPI1", ["Barrier"]), ("IMB-NBC", ["Ibarrier", "Ibarrier_pure"]), ("IMB-MT", ["BarrierMT"]),
                               ("IMB-MPI4", ["Barrier_persist", "Barrier_persist_pure"])):
            for processes in (2, 3):
                with self.subTest(program=program, processes=processes):
                    done = self.run_with("leave", processes, *names, "-check", "-iter", "5", program=program)
                    self.assertEqual(done.status, 3, done.out + done.err)
                    self.assertIn(f"DEFECTS in {len(names)} of {len(names)} rows", done.out)
                    self.assertRegex(done.out, rf"rank \d left repetition \d when \d of {processes} ranks had entered it")
                    done = self.run_with("none", processes, *names, "-check", "-iter", "5", program=program)
                    self.assertEqual(done.status, 0, done.out + done.err)
                    self.assertIn(f"no defects in {len(names)} rows", done.out)

    def test_a_barrier_that_waits_every_other_time(self):
        for names in (["Ibarrier"], ["Ibarrier_pure"]):
            done = self.run_with("leave", 3, *names, "-check", "20", "-iter", "6", program="IMB-NBC", SONDE_FAULT_EVERY="2")
            self.assertEqual(done.status, 3, done.out + done.err)
            self.assertIn("DEFECTS in 1 of 1 rows", done.out)

    def test_faults_between_threads(self):
        flags = ("-check", "-iter", "5", "-window_size", "4")
        for fault, processes in (("corrupt", 2), ("truncate", 2), ("truncate", 3), ("misroute", 3)):
            self.assert_found(fault, processes, *flags, rows=9, program="IMB-MT")
        self.assert_found("corrupt", 2, *flags, rows=9, program="IMB-MT", SONDE_FAULT_FURTHER_THREADS="1")
        done = self.run_with("corrupt", 2, *flags, program="IMB-MT", SONDE_FAULT_FURTHER_THREADS="1")
        self.assertIn(", thread 1, 1000 bytes: 1 of 250 elements wrong", done.out)
        self.assertEqual(self.run_with("none", 3, *flags, program="IMB-MT").status, 0)

    def test_a_call_that_fails_in_threads_costs_its_row_only(self):
        for more in ({}, {"SONDE_FAULT_FURTHER_THREADS": "1"}):
            environment = {"LD_PRELOAD": LIBRARY, "SONDE_FAULT": "lose", "SONDE_FAULT_BYTES": str(LENGTH), **more}
            done = launch(2, "IMB-MT", "-thread_level", "multiple", "-threads", 2, "PingPingMT", "-check", "-msgsize", f"{LENGTH},{2 * LENGTH}",
                          "-iter", "5", limit=120, environment=environment)
            self.assertEqual(done.status, 4, done.out + done.err)
            (table,) = tables(done.out)
            self.assertIn("failed; ", done.out)
            self.assertEqual([row[-1] for row in table.rows if row[0] == str(4 * LENGTH)], ["0.00"], done.out)

    def test_a_thread_that_fails_while_its_partner_waits_ends_the_run(self):
        flags = ("PingPongMT", "-check", "off", "-iter", "5", "-time", "0.1")
        done = self.run_with("lose", 2, *flags, program="IMB-MT", SONDE_FAULT_FURTHER_THREADS="1", SONDE_FAULT_RANK="1")  # which does not answer any more
        self.assertEqual(done.status, 1, done.out + done.err)
        self.assertIn("the other ranks did not come back within 30 s: MPI_Recv", done.err)
        self.assertGreater(done.seconds, 20)  # others may be at work still

    def test_faults_in_transfers_of_single_elements(self):
        for fault in ("corrupt", "truncate", "misroute"):
            self.assert_found(fault, 2, "Fetch_and_op", "Compare_and_swap", "-check", "-iter", "5,40,5", rows=4, program="IMB-RMA",
                              SONDE_FAULT_SINGLE="1")

    def test_a_status_that_names_another_sender(self):
        for benchmark in ("PingPongAnySource", "PingPingSpecificSource"):
            done = self.run_with("deny", 2, benchmark, "-iter", "5")
            self.assertEqual(done.status, 4, done.out + done.err)
            self.assertIn("the status of a receive names another message", done.out)


if __name__ == "__main__":
    unittest.main()
