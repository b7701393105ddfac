"""Times worked out by hand on a network of known latency and bandwidth."""
import math

from programs import tables
from simulated import BANDWIDTH, HEADER, LATENCY, SimulatedTest, message_usec


class Times(SimulatedTest):
    def rows(self, processes, *arguments, **options):
        out = self.measured(processes, *arguments, **options)
        return tables(out)

    def test_pingpong_is_latency_plus_bytes_over_bandwidth(self):
        (table,) = self.rows(2, "PingPong", "-iter", "10")
        for size, usec in zip(table.column("#bytes"), table.column("t[usec]")):
            if size < 2**16:  # longer messages begin with a handshake
                self.assertAlmostEqual(usec, message_usec(size), delta=0.006, msg=size)

    def test_rate_is_in_binary_megabytes(self):
        (table,) = self.rows(2, "PingPong", "-msglog", "15:15", "-iter", "10", "-zero_size", "off")
        self.assertAlmostEqual(table.column("Mbytes/sec")[0], 32768 / 2**20 / (message_usec(32768) / 1e6), delta=0.006)

    def test_sendrecv_counts_two_messages(self):
        (table,) = self.rows(2, "Sendrecv", "-msglog", "12:12", "-iter", "10", "-zero_size", "off")
        self.assertAlmostEqual(table.column("t_max[usec]")[0], message_usec(4096), delta=0.006)
        self.assertAlmostEqual(table.column("Mbytes/sec")[0], 2 * 4096 / 2**20 / (message_usec(4096) / 1e6), delta=0.006)

    def test_a_window_shares_the_latency_of_its_answer(self):
        # The messages of a window go one after the other over the sender's link; then comes the answer of one byte.
        (table,) = self.rows(4, "Uniband", "-npmin", "4", "-window_size", "16", "-msglog", "12:12", "-iter", "10", "-zero_size", "off")
        window = 16 * (4096 + HEADER) / BANDWIDTH * 1e6 + LATENCY * 1e6 + message_usec(1)
        self.assertAlmostEqual(table.column("Msg/sec")[0], 2 * 16 / (window / 1e6), delta=0.01 * 2 * 16 / (window / 1e6))
        self.assertAlmostEqual(table.column("Mbytes/sec")[0], table.column("Msg/sec")[0] * 4096 / 2**20, delta=0.01)

    def test_biband_sends_twice_as_many(self):
        (table,) = self.rows(2, "Biband", "-window_size", "16", "-msglog", "12:12", "-iter", "10", "-zero_size", "off")
        window = 16 * (4096 + HEADER) / BANDWIDTH * 1e6 + LATENCY * 1e6 + message_usec(1)
        self.assertAlmostEqual(table.column("Msg/sec")[0], 2 * 16 / (window / 1e6), delta=0.01 * 2 * 16 / (window / 1e6))

    def test_the_messages_of_a_stencil_share_the_link_of_their_sender(self):
        # All leave at the same time, each with its part of the bandwidth; the time of one is the exchange over their number.
        for name, messages in (("Stencil2D", 4), ("Stencil3D", 6)):
            (table,) = self.rows(8, name, "-npmin", "8", "-msglog", "12:12", "-iter", "10", "-zero_size", "off", program="IMB-P2P")
            exchange = LATENCY * 1e6 + messages * (4096 + HEADER) / BANDWIDTH * 1e6
            self.assertAlmostEqual(table.column("t[usec]")[0], exchange / messages, delta=0.02, msg=name)
            self.assertAlmostEqual(table.column("Msg/sec")[0] / (8 * messages / exchange * 1e6), 1, delta=0.005, msg=name)

    def test_a_random_ring_is_a_message_for_every_rank_at_once(self):
        # Ranks leave the barrier before the loop up to a latency apart: 0.01 usec over 1000 repetitions.
        (table,) = self.rows(7, "Corandom", "-npmin", "7", "-msglog", "12:12", "-iter", "1000", "-zero_size", "off", program="IMB-P2P")
        self.assertAlmostEqual(table.column("t[usec]")[0], message_usec(4096), delta=0.02)
        self.assertAlmostEqual(table.column("Msg/sec")[0] / (7 / message_usec(4096) * 1e6), 1, delta=0.005)

    # Contention: flows of X + HEADER bytes; where k share a link each has its k-th part.

    def contended(self, processes, *arguments, **options):
        """{benchmark: (t in usec, Mbytes/sec)} for messages of 4096 bytes."""
        found = self.rows(processes, *arguments, "-msgsize", "4096", "-iter", "1000", program="sonde-mpi", **options)
        return {t.benchmark: (t.column("t[usec]")[0], t.column("Mbytes/sec")[0]) for t in found}

    def assert_flows(self, row, usec, messages):
        self.assertAlmostEqual(row[0], usec, delta=0.02)
        self.assertAlmostEqual(row[1] / (messages * 4096 / 2**20 / usec * 1e6), 1, delta=0.005)

    def test_patterns_that_the_network_has_room_for_run_at_the_rate_of_every_link(self):
        found = self.contended(9, "-exclude", "Links,Incast,Outcast")
        messages = {"Shift": 9, "Bitcomp": 8, "Tornado": 9, "Transpose": 6, "Randperm": 9, "Bisect_worst": 8, "Ebb": 8, "Randring": 9}
        self.assertEqual(found.keys(), messages.keys())
        for name, row in found.items():
            with self.subTest(name):
                self.assert_flows(row, message_usec(4096), messages[name])

    def test_k_flows_over_one_link_get_a_part_each(self):
        for k in (2, 4):  # as many processes on each of two nodes, whose link all messages share
            for name, row in self.contended(2 * k, "Shift", "Bisect_worst", "Bitcomp", per_node=k).items():
                with self.subTest(name, k=k):
                    self.assert_flows(row, LATENCY * 1e6 + k * (4096 + HEADER) / BANDWIDTH * 1e6, 2 * k)

    def test_k_pairs_between_two_nodes_get_a_part_of_the_link_each(self):
        one = (4096 + HEADER) / BANDWIDTH * 1e6
        found = self.rows(12, "Contend", "-msgsize", "4096", "-iter", "4000", "-stats", program="sonde-mpi", per_node=4)
        self.assertEqual([(t.mode, t.processes) for t in found], [(way, 2 * k) for way in ("NEAREST", "FARTHEST") for k in range(1, 5)])
        for table in found:
            k = table.processes // 2
            with self.subTest(table.mode, k=k):
                shared = LATENCY * 1e6 + k * one
                self.assert_flows((table.column("t[usec]")[0], table.column("Mbytes/sec")[0]), shared, 2 * k)
                self.assertAlmostEqual(table.column("efficiency[%]")[0], 100 * (LATENCY * 1e6 + one) / shared, delta=0.5)

    def test_all_to_one_and_one_to_all_share_the_link_of_the_one(self):
        for k in (1, 3, 7):
            shared = LATENCY * 1e6 + k * (4096 + HEADER) / BANDWIDTH * 1e6
            answers = LATENCY * 1e6 + k * (1 + HEADER) / BANDWIDTH * 1e6
            for name, row in self.contended(k + 1, "Incast", "Outcast").items():
                with self.subTest(name, k=k):
                    self.assert_flows(row, shared + answers, k)

    def efficiency(self, processes, *arguments, **options):
        """{benchmark: efficiency[%]} for messages of 4096 bytes."""
        found = self.rows(processes, *arguments, "-msgsize", "4096", "-iter", "4000", "-stats", program="sonde-mpi", **options)
        return {t.benchmark: t.column("efficiency[%]")[0] for t in found}

    def test_where_the_network_has_room_the_slowest_pair_is_as_quick_as_alone(self):
        found = self.efficiency(9, "-exclude", "Links,Incast,Outcast")
        self.assertEqual(len(found), 8)
        for name, percent in found.items():
            with self.subTest(name):
                self.assertAlmostEqual(percent, 100, delta=0.5)

    def test_the_slowest_of_k_over_one_link_has_its_part_of_what_it_has_alone(self):
        one, answer = (4096 + HEADER) / BANDWIDTH, (1 + HEADER) / BANDWIDTH
        for k in (2, 4):
            for name, percent in self.efficiency(2 * k, "Shift", "Bisect_worst", "Bitcomp", per_node=k).items():
                with self.subTest(name, k=k):
                    self.assertAlmostEqual(percent, 100 * (LATENCY + one) / (LATENCY + k * one), delta=0.5)
        for k in (1, 3, 7):
            for name, percent in self.efficiency(k + 1, "Incast", "Outcast").items():
                with self.subTest(name, k=k):
                    both = 2 * LATENCY
                    self.assertAlmostEqual(percent, 100 * (both + one + answer) / (both + k * (one + answer)), delta=0.5)

    def test_the_slowest_of_k_long_messages_to_one_has_a_kth_of_what_it_has_alone(self):
        (table,) = self.rows(5, "Incast", "-msgsize", "4M", "-iter", "8", "-mem", "1", "-stats", program="sonde-mpi")
        self.assertAlmostEqual(table.column("efficiency[%]")[0], 100 / 4, delta=0.5)

    def test_barrier_is_one_latency_a_round(self):
        found = self.rows(16, "Barrier", "-iter", "20")
        self.assertEqual([t.processes for t in found], [2, 4, 8, 16])
        for table in found:
            rounds = math.log2(table.processes)
            self.assertAlmostEqual(table.column("t_max[usec]")[0], rounds * (LATENCY + HEADER / BANDWIDTH) * 1e6, delta=0.1)

    # The ranks leave the barrier before the loop up to one slow latency apart; over 1000 repetitions that is 0.25 usec.

    def test_a_slow_rank_is_seen_in_its_own_group_only(self):
        (table,) = self.rows(4, "PingPong", "-multi", "1", "-msglog", "3:3", "-iter", "1000", "-zero_size", "off", slow=(3,))
        times = dict(zip(table.column("Group"), table.column("t[usec]")))
        self.assertAlmostEqual(times[0], message_usec(8), delta=0.3)
        self.assertAlmostEqual(times[1], message_usec(8) + 99 * LATENCY / 2 * 1e6, delta=0.3)

    def test_the_worst_group_is_what_multi_0_shows(self):
        (table,) = self.rows(4, "PingPong", "-multi", "0", "-msglog", "3:3", "-iter", "1000", "-zero_size", "off", slow=(3,))
        self.assertAlmostEqual(table.column("t_min[usec]")[0], message_usec(8), delta=0.3)
        self.assertAlmostEqual(table.column("t_max[usec]")[0], message_usec(8) + 99 * LATENCY / 2 * 1e6, delta=0.3)

    def test_put_and_get_are_a_message_and_a_fence_as_long_as_a_barrier(self):
        found = self.rows(2, "-msglog", "3:12", "-iter", "10,1,10", "-zero_size", "off", "-npmin", "2", "-aggregate_mode",
                          "non_aggregate", "Unidir_Put", "Bidir_Get", program="IMB-EXT")
        self.assertEqual([t.benchmark for t in found], ["Unidir_Put", "Bidir_Get"])
        for table in found:
            for size, usec in zip(table.column("#bytes"), table.column("t[usec]")):
                self.assertAlmostEqual(usec, message_usec(size) + message_usec(0), delta=0.03, msg=(table.benchmark, size))

    def test_aggregate_puts_share_the_latency_of_one_fence(self):
        (table,) = self.rows(2, "-msglog", "12:12", "-iter", "100", "-zero_size", "off", "-aggregate_mode", "aggregate",
                             "Unidir_Put", program="IMB-EXT")
        wire = (4096 + HEADER) / BANDWIDTH * 1e6
        self.assertAlmostEqual(table.column("t[usec]")[0], wire + 2 * LATENCY * 1e6 / 100, delta=0.05)

    def test_where_all_have_room_a_pair_alone_is_no_slower_than_among_all(self):
        # However few repetitions: a late start counts as often in the loop alone as in the measured one.
        for repetitions in (4, 20):
            found = self.rows(6, "Shift", "Transpose", "-npmin", "6", "-msgsize", "0,1000,65536", "-iter", repetitions, "-stats",
                              program="sonde-mpi")
            shares = [share for table in found for share in table.column("efficiency[%]")]
            self.assertEqual(len(shares), 6)
            for share in shares:
                self.assertTrue(95 <= share <= 101, shares)

    def test_time_limit_cuts_the_count(self):
        (table,) = self.rows(2, "PingPong", "-msglog", "3:3", "-zero_size", "off", "-iter", "100000,1000000000", "-time", "0.01")
        expected = 0.01 / (2 * message_usec(8) / 1e6)
        self.assertAlmostEqual(table.column("#repetitions")[0], expected, delta=2)

    def test_volume_limits_the_count(self):
        (table,) = self.rows(2, "Sendrecv", "-msglog", "14:22", "-zero_size", "off")
        self.assertEqual(table.column("#repetitions"), [min(1000, 40 * 2**20 // 2**i) for i in range(14, 23)])


if __name__ == "__main__":
    import unittest
    unittest.main()
