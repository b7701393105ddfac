{
  const {element, page} = sonde;
  const a_page = 100;
  const number = (column, label, csv, show = sonde.plain) => ({key: column, label, csv, numeric: true, raw: (row) => sonde.cell(column, row), show});
  const text = (column, label) => ({key: column, label, csv: column, raw: (row) => sonde.name(column, row), show: (value) => value});
  const microseconds = (value) => sonde.plain(value * 1e6, 5);
  const rate = (value) => sonde.plain(value / sonde.megabyte, 5);

  const all_columns = [
    {key: 'run', label: page.sides ? 'Side' : 'File', csv: page.sides ? 'side' : 'file', raw: sonde.run_name, show: (value) => value},
    text('benchmark', 'Benchmark'), text('mode', 'Mode'),
    number('processes', 'Processes', 'processes'), number('threads', 'Threads', 'threads'), number('group', 'Group', 'group'),
    number('bytes', 'Bytes', 'bytes', String), number('repetitions', 'Repetitions', 'repetitions', String),
    number('time', 'Time, µs', 'time_seconds', microseconds),
    number('time_low', 'from', 'time_low_seconds', microseconds), number('time_high', 'to', 'time_high_seconds', microseconds),
    number('t_min', 't_min, µs', 't_min_seconds', microseconds), number('t_max', 't_max, µs', 't_max_seconds', microseconds),
    number('t_avg', 't_avg, µs', 't_avg_seconds', microseconds),
    number('t_overlapped', 't_ovrl, µs', 't_overlapped_seconds', microseconds), number('t_pure', 't_pure, µs', 't_pure_seconds', microseconds),
    number('t_cpu', 't_CPU, µs', 't_cpu_seconds', microseconds), number('overlap', 'Overlap, %', 'overlap_percent'),
    number('rate', 'Rate, ' + sonde.rate_unit, 'rate_bytes_per_second', rate), number('messages', 'Messages/s', 'messages_per_second'), number('defects', 'Defects', 'defects'),
    number('ratio', 'Ratio', 'ratio'), number('ratio_low', 'from', 'ratio_low'), number('ratio_high', 'to', 'ratio_high'), text('verdict', 'Verdict'),
    number('warnings', 'Warnings', 'warnings', String), text('status', 'Status'), text('text', 'Reason'),
  ];
  // What few runs have, and columns of foreign tables, by name; names in _s are seconds.
  const further = (key, name) => name.endsWith('_s') ? number(key, name.slice(0, -2) + ', µs', name, microseconds) : number(key, name, name);
  for (const key of Object.keys(page.cases).filter((name) => name.startsWith('extra ')))
    all_columns.splice(-3, 0, further(key, key.slice(6)));
  const columns = all_columns.filter(({key}) => page.cases[key] && (key !== 'run' || sonde.sources.length > 1));
  const words = ['benchmark', 'mode', 'status', 'text', 'verdict'];
  const state = {rows: [], from: 0, sort: null, down: false, filter: ''};

  const matches = (row) => words.some((column) => sonde.name(column, row).toLowerCase().includes(state.filter)) ||
    sonde.run_name(row).toLowerCase().includes(state.filter);

  const select = () => {
    state.rows = Array.from({length: page.cases.size}, (_, row) => row);
    if (state.filter) state.rows = state.rows.filter(matches);
    state.rows = sonde.in_order(state.rows, state);
    state.from = 0;
  };

  const head = (column) => sonde.sorting_head(column, state, sonde.by_id('table'), () => {
    select();
    show();
  });

  const cell = (column, row) => {
    const value = column.raw(row);
    const class_name = column.numeric ? 'number' : column.key === 'status' && value ? value : '';
    return element('td', {class: class_name}, value === null ? '' : column.show(value));
  };

  const turn = (from) => { state.from = from; show(); sonde.by_id('table').scrollTop = 0; };
  const pager = (last) => sonde.by_id('pager').replaceChildren(
    sonde.button('« First', () => turn(0), {disabled: state.from === 0}),
    sonde.button('‹ Previous', () => turn(state.from - a_page), {disabled: state.from === 0}),
    sonde.button('Next ›', () => turn(state.from + a_page), {disabled: state.from >= last}),
    sonde.button('Last »', () => turn(last), {disabled: state.from >= last}));

  const show = (rows = a_page) => {
    const visible = state.rows.slice(state.from, state.from + rows);
    sonde.by_id('table').replaceChildren(element('table', {}, element('caption', {class: 'hidden'}, 'All figures'),
      element('thead', {}, element('tr', {}, ...columns.map(head))),
      element('tbody', {}, ...visible.map((row) => element('tr', {}, ...columns.map((column) => cell(column, row)))))));
    const total = sonde.plural(state.rows.length, 'row');
    sonde.by_id('table-status').textContent = visible.length < state.rows.length
      ? `Rows ${sonde.count(state.from + 1)} to ${sonde.count(state.from + visible.length)} of ${total}. A click on a heading sorts.` : `${total}. A click on a heading sorts.`;
    sonde.by_id('pager').hidden = state.rows.length <= rows;
    pager(Math.floor(Math.max(0, state.rows.length - 1) / a_page) * a_page);
  };

  // For paper, where nobody turns pages.
  const most_on_paper = 200;
  sonde.lay_out_all_rows = () => {
    const before = state.from;
    state.from = 0;
    show(most_on_paper);
    if (state.rows.length > most_on_paper) sonde.by_id('table-status').textContent = `The first ${most_on_paper} of ${sonde.plural(state.rows.length, 'row')}; the CSV has all.`;
    return () => turn(before);
  };

  // Rows that have this text, where there are any.
  sonde.find_rows = (text) => {
    const input = sonde.by_id('table-filter'), before = input.value;
    for (const value of [text, before]) {
      input.value = value;
      input.dispatchEvent(new Event('input'));
      if (state.rows.length > 0) break;
    }
  };

  sonde.make_table = () => {
    sonde.by_id('table-filter').addEventListener('input', (event) => {
      state.filter = event.target.value.trim().toLowerCase();
      select();
      show();
    });
    sonde.by_id('csv').addEventListener('click', () => sonde.download('sonde.csv', sonde.csv(columns, state.rows)));
    select();
    show();
  };
}
