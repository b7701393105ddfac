{
  // What the cells of the matrix show: the first of these that the page has figures of. Levels 1 to 5 are shades; `slow` and `fast`
  // part from the middle, `share` and `spread` grow from nothing.
  const {page, plain, cell} = sonde;
  const level = (value, edges) => edges.filter((edge) => value >= edge).length;
  const factors = [1.05, 1.1, 1.2, 1.5];  // of levels 2 to 5: steps that are nearly equal in the logarithm
  const shade_of_ratio = (ratio) => (ratio > 1 ? 'slow-' : 'fast-') + (1 + level(Math.max(ratio, 1 / ratio), factors));
  const short = (value) => (value < 9.95 ? plain(Math.round(10 * value) / 10) : value < 9999.5 ? String(Math.round(value)) : plain(value, 1));
  const signed = (percent) => (percent >= 200 ? '×' + plain(1 + percent / 100, 2) : (percent > 0 ? '+' : percent < 0 ? '−' : '') + Math.round(Math.abs(percent)));
  const ratio_text = (ratio) => signed(100 * (ratio - 1));
  const of_ratio = (ratio, state) => ({value: ratio, state, shade: state === 'alike' ? '' : shade_of_ratio(ratio), text: ratio_text(ratio),
    weight: (state === 'proven' ? 1e6 : 0) + Math.abs(Math.log(ratio)) + (ratio > 1 ? 1e3 : 0)});

  // What `sonde compare` says of a case, by the first word of its verdict.
  const states = {worse: 'proven', better: 'proven', failed: 'failed', same: 'alike', only: 'one', not: 'missing'};
  const of_sides = ([base, fresh]) => {
    if (fresh === undefined) return {state: 'one', text: 'base'};
    const verdict = sonde.name('verdict', fresh), state = states[verdict.split(/[ :]/)[0]] ?? 'open', ratio = cell('ratio', fresh);
    if (base === undefined || state === 'one') return {state: 'one', text: base === undefined ? 'new' : 'base'};
    return ratio > 0 && state !== 'failed' && state !== 'missing' ? of_ratio(ratio, state) : {state: state === 'failed' ? state : 'missing', text: ''};
  };
  const of_files = ([first, second]) => {
    if (first === undefined || second === undefined) return {state: 'one', text: first === undefined ? '2nd' : '1st'};
    const [a, b] = [cell('time', first), cell('time', second)];
    const apart = (low, high) => cell('time_low', low) > cell('time_high', high) && cell('time_high', high) > 0;
    if (!(a > 0 && b > 0)) return {state: 'missing', text: ''};
    return of_ratio(b / a, apart(first, second) || apart(second, first) ? 'proven' : 'open');
  };
  // The text is made of those that are shown alone.
  const of_one = (value, shade, weight) => (value === null || !Number.isFinite(value) ? {state: 'missing', text: ''} : {value, state: 'proven', shade, weight});
  const share = ([row]) => {
    const value = cell('of_peak', row);
    return of_one(value, 'share-' + Math.min(5, level(value, [0, 20, 40, 60, 80])), -value);
  };
  const reference = ([row]) => {
    const value = cell('of_reference', row);
    return of_one(value, Math.abs(value - 100) < 1 ? '' : shade_of_ratio(100 / value), -value);
  };
  const widths = [1, 2, 5, 10, 20];  // percent
  const spread = ([row]) => {
    const [value, low, high] = ['time', 'time_low', 'time_high'].map((column) => cell(column, row));
    const width = low === null || high === null || !(value > 0) ? null : 100 * (high - low) / value;
    const found = of_one(width, 'spread-' + level(width, widths), width);
    if (width === null && value > 0) found.state = 'bare';
    return found;
  };

  const steps = (prefix, texts) => texts.map((text, i) => [prefix + '-' + (i + 1), text]);
  const diverging = (slower, faster) => [...steps('fast', ['', '5 %', '10 %', '20 %', `50 % or more ${faster}`]).reverse(), ['alike', 'alike'],
    ...steps('slow', ['', '5 %', '10 %', '20 %', `50 % or more ${slower}`])];
  const hatched = ['slow-3 open', 'hatched: not proven'];
  const kinds = {
    sides: {button: 'New over base', quantity: 'ratio', of: of_sides, title: 'Time of new over base, difference in percent', legend: [...diverging('slower', 'faster'), hatched]},
    files: {button: 'Second over first', quantity: 'time', of: of_files, title: 'Time of the second file over the first, difference in percent',
      legend: [...diverging('slower', 'faster'), ['slow-3 open', 'hatched: intervals overlap, or there are none']],
      note: 'It is no test: two sides (--base and --new) of several runs are one.'},
    reference: {button: 'Of reference', quantity: 'of_reference', of: reference, title: 'Speed in percent of the reference', legend: diverging('slower', 'faster').map(([shade, text]) => [shade, text === 'alike' ? 'within 1 %' : text])},
    peak: {button: 'Of peak', quantity: 'of_peak', of: share, title: 'Rate in percent of the peak', legend: steps('share', ['0', '20', '40', '60', '80 to 100 %'])},
    spread: {button: 'Interval', quantity: 'time', of: spread, title: 'Width of the 95 % interval in percent of the median',
      legend: [['spread-0', 'under 1 %'], ...steps('spread', ['1', '2', '5', '10', '20 % or more'])]},
  };
  const has = (column) => Boolean(page.cases[column]);
  // Of these, what the page has figures of; the first is shown at first.
  sonde.matrix_kinds = () => [['sides', page.sides], ['reference', has('of_reference')], ['peak', has('of_peak') && !page.sides], ['files', page.runs.length === 2 && !page.sides],
    ['spread', !page.sides]].filter(([, there]) => there).map(([kind]) => [kind, kinds[kind].button]);

  // The cases of a page: benchmarks, of each a row for each number of processes (where the files are not compared, and each file), of
  // which each holds its cases by length. Benchmarks with one length, or none, stand in a second grid against processes.
  const together = (kind) => kind === 'sides' || kind === 'files';
  const group_name = (row) => [sonde.name('benchmark', row), sonde.name('mode', row).toLowerCase(),
    cell('threads', row) === null ? '' : sonde.plural(cell('threads', row), 'thread'),
    cell('group', row) === null ? '' : 'group ' + cell('group', row)].filter(Boolean).join(', ');
  const gathered = (kind) => {
    const groups = new Map(), {cases} = page;
    for (let row = 0; row < cases.size; ++row) {
      const key = [cell('benchmark', row), cell('mode', row), cell('threads', row), cell('group', row)].join('|');
      let group = groups.get(key);
      if (!group) groups.set(key, group = {name: group_name(row), benchmark: sonde.name('benchmark', row), lengths: new Set(), rows: []});
      group.lengths.add(cell('bytes', row));
      group.rows.push(row);
    }
    return [...groups.values()].map((group) => ({...group, sized: group.lengths.size > 1, lines: lines_of(group, kind)}));
  };
  const lines_of = ({rows, lengths}, kind) => {
    const lines = new Map(), sized = lengths.size > 1, many = sonde.sources.length > 1 && !together(kind);
    for (const row of rows) {
      const processes = cell('processes', row), file = many ? page.cases.run[row] : 0;
      const key = (sized ? processes : '') + '|' + file, at = sized ? cell('bytes', row) : processes;
      let line = lines.get(key);
      if (!line) lines.set(key, line = {processes: sized ? processes : null, file: many ? sonde.short_name(row) : '', found: new Map()});
      if (!line.found.has(at)) line.found.set(at, []);
      line.found.get(at)[together(kind) ? page.cases.run[row] : 0] = row;
    }
    return [...lines.values()].sort((a, b) => a.processes - b.processes);
  };

  const state_of_row = (rows) => rows.map((row) => sonde.name('status', row)).find(Boolean);
  const cell_of = (kind, rows) => {
    const made = kinds[kind].of(rows);
    made.rows = rows;
    if (made.value === undefined && made.state !== 'one' && made.state !== 'bare') made.state = state_of_row(rows) ?? made.state;
    made.shade ??= '';
    made.weight ??= made.state === 'failed' ? 1e9 : -1e9;
    return made;
  };
  // The case of a line at a column, and of several lines that which matters most; nothing where there is none.
  sonde.matrix_cell = (kind, lines, at) => {
    let worst = null;
    for (const line of lines) {
      const rows = line.found.get(at), one = rows && cell_of(kind, rows);
      if (one && (!worst || one.weight > worst.weight)) worst = one;
    }
    if (worst) worst.text ??= short(worst.value);
    return worst;
  };

  const columns_of = (groups) => [...new Set(groups.flatMap(({lines}) => lines.flatMap(({found}) => [...found.keys()])))].sort((a, b) => a - b);
  sonde.matrix_data = (kind) => {
    const groups = gathered(kind);
    const grid = (sized, head, show) => {
      const own = groups.filter((group) => group.sized === sized);
      return {head, show, sized, groups: own, columns: columns_of(own)};
    };
    return {kind, ...kinds[kind], grids: [grid(true, 'Bytes', sonde.short_bytes), grid(false, 'Processes', String)].filter(({groups: own}) => own.length)};
  };
}
