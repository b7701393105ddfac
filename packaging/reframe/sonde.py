# Not tried with ReFrame itself: tests/packaging runs this file with stand-ins for ReFrame's modules, on records of the programs.
"""Sonde in ReFrame 4: `reframe -c sonde.py -r --performance-report`.

Numbers come from the JSON record, not from the tables: for each case the median over batches and the interval it is known
within, in microseconds, and the rate where a benchmark has one. A run is sane where its record is complete: a last line with exit
status 0, no failed case, no defect. Set `reference_record` (`-S reference_record=good.json`) to judge by an earlier run: a case
fails above its median by more than `threshold` or by more than that run's own interval, whichever is larger."""
import json
import os

import reframe as rfm
import reframe.utility.sanity as sn
import reframe.utility.typecheck as typ


def lines_of(path):
    """The objects of a record; a last line that was torn does not count."""
    with open(path, encoding='utf-8') as record:
        text = record.read()
    return [json.loads(line) for line in text.split('\n')[:-1]]


def key_of(case):
    """Name of a case in the performance report: PingPong_2p_8B, Barrier_4p, Sendrecv_multi_g1_2p_8B."""
    words = [case['benchmark']]
    if case.get('mode'):
        words.append(case['mode'])
    if case['multi']:
        words.append('multi' if case['group'] is None else f'multi_g{case["group"]}')
    words.append(f'{case["processes"]}p')
    if case['bytes'] is not None:
        words.append(f'{case["bytes"]}B')
    return '_'.join(words)


def measures_of(lines):
    """{variable: (value, unit)} of every measured case."""
    found = {}
    for case in lines:
        if case['kind'] != 'case' or case['status'] != 'measured':
            continue
        key, summary = key_of(case), case['summary']
        if summary:
            for name, field in (('median', 'median_s'), ('low', 'ci_low_s'), ('high', 'ci_high_s')):
                if summary.get(field) is not None:
                    found[f'{key}_{name}'] = (summary[field] * 1e6, 'us')
        if case.get('megabytes_per_second'):
            found[f'{key}_rate'] = (case['megabytes_per_second'], 'MB/s')
    return found


def references_of(lines, threshold):
    """{variable: (median, None, upper, unit)}: upper as a fraction of the median, at least `threshold`."""
    found = {}
    for case in lines:
        if case['kind'] != 'case' or case['status'] != 'measured' or not case['summary']:
            continue
        median, high = case['summary']['median_s'], case['summary'].get('ci_high_s')
        if median and median > 0:  # nothing can be judged by a fraction of zero
            upper = max(threshold, (high - median) / median if high is not None else 0)
            found[f'{key_of(case)}_median'] = (median * 1e6, None, upper, 'us')
    return found


def complaint(lines):
    """Why a record is not that of a whole run; empty where it is."""
    if not lines or lines[-1]['kind'] != 'footer':
        return 'the record has no last line: the run was cut off'
    footer = lines[-1]
    failed = [key_of(case) for case in lines if case['kind'] == 'case' and case['status'] == 'failed']
    if failed or footer['failed']:
        return 'failed: ' + (', '.join(failed) or str(footer['failed']))
    if footer['exit_status'] != 0:
        return f'exit status {footer["exit_status"]}'
    defects = [key_of(case) for case in lines if case['kind'] == 'case' and case.get('defects')]
    if defects:
        return 'wrong data: ' + ', '.join(defects)
    if not any(case['kind'] == 'case' and case['status'] == 'measured' for case in lines):
        return 'nothing was measured'
    return ''


class SondeMixin(rfm.RegressionMixin):
    """What a test of any program of Sonde shares: options, sanity, performance variables."""
    record = variable(str, value='sonde.json')
    reference_record = variable(str, value='')
    threshold = variable(float, value=0.1)
    extra_options = variable(typ.List[str], value=[])

    @run_before('run')
    def set_command_options(self):
        self.executable_opts = [self.benchmark, *self.length_options(), '-npmin', str(self.num_tasks),
                                *self.extra_options, '-json', self.record]

    def length_options(self):
        return ['-msgsize', self.size] if self.size else []

    def read(self):
        return lines_of(os.path.join(self.stagedir, self.record))

    @sanity_function
    def is_complete(self):
        path = os.path.join(self.stagedir, self.record)
        if not os.path.exists(path):
            return sn.assert_true(False, f'there is no record {self.record}: see the output of the test')
        wrong = complaint(self.read())
        return sn.assert_eq(wrong, '', wrong)

    @run_before('performance')
    def set_performance_variables(self):
        self.perf_variables = {
            name: sn.make_performance_function(sn.defer(value), unit) for name, (value, unit) in measures_of(self.read()).items()}
        if self.reference_record:
            self.reference = {'*': references_of(lines_of(self.reference_record), self.threshold)}


class SondeTest(rfm.RunOnlyRegressionTest, SondeMixin):
    """The base of the tests below; derive from it to measure other benchmarks, sizes or numbers of nodes."""
    valid_systems = ['*']
    valid_prog_environs = ['*']
    size = parameter(['8', '65536', '1048576'])
    nodes = parameter([1, 2])
    tasks_per_node = variable(int, value=1)
    time_limit = '10m'

    @run_after('setup')
    def set_layout(self):
        self.num_tasks = max(2, self.nodes * self.tasks_per_node)
        self.num_tasks_per_node = self.num_tasks // self.nodes


@rfm.simple_test
class SondeMPI1(SondeTest):
    """Transfers and collectives of IMB-MPI1."""
    executable = 'IMB-MPI1'
    benchmark = parameter(['PingPong', 'Sendrecv', 'Allreduce', 'Alltoall', 'Bcast'])


@rfm.simple_test
class SondeBarrier(SondeTest):
    """A benchmark without lengths."""
    executable = 'IMB-MPI1'
    benchmark = parameter(['Barrier'])
    size = parameter([''])


@rfm.simple_test
class SondeNBC(SondeTest):
    """Non-blocking collectives beside computation."""
    executable = 'IMB-NBC'
    benchmark = parameter(['Iallreduce', 'Ialltoall'])
