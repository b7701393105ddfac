{
  const page = JSON.parse(sonde.by_id('data').textContent);
  const cases = page.cases;

  // Columns of large pages are packed.
  const unpacked = (column) => {
    if (Array.isArray(column)) return column;
    if (column.all !== undefined) return new Array(cases.size).fill(column.all);
    if (column.nulls) return new Array(column.nulls).fill(null).concat(column.then);
    if (column.near) {
      const values = cases[column.near] = unpacked(cases[column.near]);
      return unpacked(column.parts).map((part, row) => (part === null ? null : values[row] * (1 + part / 1e4)));
    }
    const values = [], {runs} = column;
    for (let i = 0; i < runs.length; i += 2) for (let n = runs[i + 1]; n > 0; --n) values.push(runs[i]);
    return values;
  };
  for (const [name, column] of Object.entries(cases)) if (name !== 'size') cases[name] = unpacked(column);

  sonde.page = page;
  sonde.cell = (column, row) => (cases[column] ? cases[column][row] : null);
  sonde.name = (column, row) => {
    const at = sonde.cell(column, row);
    return at === null ? '' : cases.names[at];
  };
  // A row is of a file, or of a side of several.
  sonde.sources = page.sides ?? page.runs;
  sonde.run_name = (row) => sonde.sources[cases.run[row]].name;

  // Names of files without the folders that all of them are in.
  const common = page.runs.length < 2 ? 0 : page.runs.map(({name}) => name.split('/').slice(0, -1)).reduce((all, folders) =>
    all.slice(0, all.findIndex((folder, i) => folder !== folders[i]) + 1 || all.length).filter((folder, i) => folder === folders[i])).length;
  const short_name = (row) => (page.sides ? sonde.run_name(row) : sonde.run_name(row).split('/').slice(common).join('/'));
  sonde.short_name = short_name;
  sonde.source_names = () => sonde.sources.map(({name}) => (page.sides ? name : name.split('/').slice(common).join('/')));

  // Rates are shown in the Mbytes of the files where these agree, else in 10^6 bytes.
  const megabytes = new Set(page.runs.map((run) => run.megabyte));
  sonde.megabyte = megabytes.size === 1 ? [...megabytes][0] : 1e6;
  sonde.rate_unit = sonde.megabyte === 1048576 ? 'MiB/s' : sonde.megabyte === 1e6 ? 'MB/s' : 'MB/s of ' + sonde.megabyte + ' bytes';
  const in_rate_unit = (value) => sonde.plain(value) + ' ' + sonde.rate_unit;

  // What charts show, by the column it stands in: its button, its axis, its numbers. `linear`: may be 0, or less.
  // `level`: a line across, and of `about` the band of what does not matter around it.
  sonde.quantities = {
    time: {name: 'time', button: 'Time (µs)', axis: 'Time', scale: 1, on_axis: sonde.seconds, in_text: sonde.seconds},
    rate: {name: 'rate', button: 'Rate (' + sonde.rate_unit + ')', axis: 'Rate, ' + sonde.rate_unit, scale: sonde.megabyte, on_axis: (value) => sonde.plain(value),
      in_text: in_rate_unit},
    bus: {name: 'bus bandwidth', button: 'Bus (' + sonde.rate_unit + ')', axis: 'Bus bandwidth, ' + sonde.rate_unit, scale: sonde.megabyte,
      on_axis: (value) => sonde.plain(value), in_text: in_rate_unit},
    of_peak: {name: 'share of the peak', button: 'Of peak (%)', axis: 'Of peak, %', scale: 1, linear: true, level: 100, on_axis: (value) => sonde.plain(value),
      in_text: (value) => sonde.plain(value) + ' % of the peak'},
    of_reference: {name: 'share of the reference', button: 'Of reference (%)', axis: 'Speed of the reference, %', scale: 1, linear: true, level: 100,
      on_axis: (value) => sonde.plain(value), in_text: (value) => sonde.plain(value) + ' % of the reference’s speed'},
    messages: {name: 'rate of messages', button: 'Messages (1/s)', axis: 'Messages per second', scale: 1,
      on_axis: (value) => sonde.plain(value), in_text: (value) => sonde.plain(value) + ' messages/s'},
    overlap: {name: 'overlap', button: 'Overlap (%)', axis: 'Overlap, %', scale: 1, linear: true, on_axis: (value) => sonde.plain(value),
      in_text: (value) => sonde.plain(value) + ' %'},
    ratio: {name: 'ratio', button: 'New over base', axis: 'Time of new over base', scale: 1, level: 1, about: page.threshold, on_axis: (value) => sonde.plain(value),
      in_text: (value) => sonde.plain(value) + ' times the time of the base'},
  };
  sonde.first_quantity = () => (page.sides && cases.ratio ? 'ratio' : 'time');
  // Of these, what the page has figures of; time and rate always have a button.
  sonde.quantities_shown = () => Object.keys(sonde.quantities).filter((column) => column === 'time' || column === 'rate' || cases[column]);

  // A benchmark of several windows, that is numbers of messages in flight, is drawn against these, a line for each length.
  const window_label = /(?:^|, )window (\d+)(?=$|,)/;
  const windows = cases.mode ? cases.names.map((name) => Number(window_label.exec(name)?.[1] ?? 0)) : [];
  const window_of = (row) => windows[sonde.cell('mode', row)] ?? 0;
  let of_windows = new Set();
  const find_windows = () => {
    const seen = new Map();
    for (let row = 0; windows.some(Boolean) && row < cases.size; ++row)
      if (window_of(row)) seen.set(cases.benchmark[row], (seen.get(cases.benchmark[row]) ?? new Set()).add(window_of(row)));
    of_windows = new Set([...seen].filter(([, found]) => found.size > 1).map(([benchmark]) => benchmark));
  };
  const axis_of = (row) => (of_windows.has(cases.benchmark[row]) && window_of(row) ? 'windows' : sonde.cell('bytes', row) === null ? 'processes' : 'lengths');
  sonde.x_of = (row) => ({windows: window_of, lengths: (at) => sonde.cell('bytes', at), processes: (at) => sonde.cell('processes', at)})[axis_of(row)](row);
  const lengths = new Map();  // by their text
  const length_text = (row) => {
    const bytes = sonde.cell('bytes', row), text = bytes === null ? '' : bytes ? sonde.exact_bytes(bytes) : '0 B';
    lengths.set(text, bytes);
    return text;
  };

  // What tells the lines of a chart apart, as text; `vary` keeps the parts that are not the same for all lines.
  const kinds = ['processes', 'length', 'threads', 'mode', 'group', 'file'];
  const parts_of = (row, axis) => ({
    processes: axis === 'processes' ? '' : sonde.plural(sonde.cell('processes', row), 'process', 'processes'),
    length: axis === 'windows' ? length_text(row) : '',
    threads: sonde.cell('threads', row) === null ? '' : sonde.plural(sonde.cell('threads', row), 'thread'),
    mode: (axis === 'windows' ? sonde.name('mode', row).replace(window_label, '') : sonde.name('mode', row)).toLowerCase(),
    group: sonde.cell('group', row) === null ? '' : 'group ' + sonde.cell('group', row),
    file: short_name(row),
  });
  const vary = (lines) => {
    const varies = (part) => lines.some((line) => line.parts[part] !== lines[0].parts[part]);
    const kept = kinds.filter((part) => varies(part) || (part === 'threads' && lines[0].parts.threads));
    const text = (line, parts) => parts.map((part) => line.parts[part]).filter(Boolean).join(', ');
    for (const line of lines) {
      line.label = text(line, kept.some(varies) ? kept : ['processes', ...kept]);
      line.in_all_files = text(line, kept.filter((part) => part !== 'file')) || line.parts.processes;
    }
  };

  // The texts of each part that is not the same for all lines of the page, and of threads, in the order of their numbers. The first part
  // gives the colour (that is the number of processes, where it varies; where windows are drawn, the length), the file, or else the second
  // part, the dash.
  const value_of = (text) => lengths.get(text) ?? parseInt(text.replace(/^\D+/, ''), 10);
  const in_order = (texts) => [...texts].sort((a, b) => value_of(a) - value_of(b));
  const key_of = (charts) => {
    const texts = Object.fromEntries(kinds.map((kind) => [kind, new Set()]));
    for (const {keys} of charts)
      for (const {parts} of keys.values()) kinds.forEach((kind) => parts[kind] && texts[kind].add(parts[kind]));
    const varying = kinds.filter((kind) => texts[kind].size > 1);
    const [colour, second] = varying.filter((kind, i) => i === 0 || kind !== 'length'), named = kinds.filter((kind) => varying.includes(kind) || (kind === 'threads' && texts.threads.size));
    const dash = texts.file.size > 1 ? 'file' : second ?? colour;
    return named.map((kind) => ({kind, colour: kind === colour || (kind === 'length' && texts.length.size > 1), dash: kind === dash,
      texts: kind === 'mode' || kind === 'file' ? [...texts[kind]] : in_order(texts[kind])}));
  };
  // Seven colours for what is named, seven from pale to strong for what is counted, however many counts there are.
  const counted = ['processes', 'threads', 'length'];
  sonde.colour_of = (kind, i, n) => (counted.includes(kind) ? 7 + Math.round(6 * i / Math.max(1, n - 1)) : i % 7);
  const weights = [1.25, 2.75];  // of the first file or side and the second
  const hidden = new Set();
  sonde.is_hidden = (kind, text) => hidden.has(kind + '|' + text);
  sonde.hide = (kind, text, hide) => (hide ? hidden.add(kind + '|' + text) : hidden.delete(kind + '|' + text));
  const is_shown = ({parts}) => hidden.size === 0 || !kinds.some((kind) => sonde.is_hidden(kind, parts[kind]));

  // Charts in the order of the files: one a benchmark, its lines by file, mode, processes, threads and group. A benchmark without
  // sizes is drawn against the number of processes.
  sonde.make_charts = () => {
    const columns = Object.keys(sonde.quantities);
    const charts = new Map();
    find_windows();
    for (let row = 0; row < cases.size; ++row) {
      const name = sonde.name('benchmark', row);
      const axis = axis_of(row), sized = axis !== 'processes';
      if (!charts.has(name)) charts.set(name, {name, axis, keys: new Map(), has: new Set()});
      const chart = charts.get(name);
      if (axis === 'lengths' && chart.axis === 'processes') chart.axis = axis;
      for (const column of columns) if (!chart.has.has(column) && sonde.cell(column, row) !== null) chart.has.add(column);
      const own = axis === 'windows' ? sonde.cell('bytes', row) + ' ' + sonde.name('mode', row).replace(window_label, '') : sonde.cell('mode', row);
      const key = [cases.run[row], own, sized ? sonde.cell('processes', row) : '', sonde.cell('threads', row), sonde.cell('group', row)].join('|');
      if (!chart.keys.has(key)) chart.keys.set(key, {parts: parts_of(row, axis), rows: []});
      chart.keys.get(key).rows.push(row);
    }
    sonde.key = key_of(charts.values());
    return [...charts.values()];
  };

  // The lines of a chart that are shown, with labels, colours and dashes; these are made when the chart is first drawn.
  sonde.lines_of = (chart) => {
    if (!chart.lines) {
      chart.lines = [...chart.keys.values()];
      vary(chart.lines);
      const by = chart.axis === 'windows' ? {colour: 'length', dash: 'processes'} : {};
      const several = (kind) => sonde.key.find((entry) => entry.kind === kind && entry.texts.length > 1);
      const of = (use) => (use === 'dash' && several('file')) || several(by[use]) || sonde.key.find((entry) => entry[use]);
      const place = (line, row) => (row ? Math.max(0, row.texts.indexOf(line.parts[row.kind])) : 0);
      const colour = (line, row) => (row ? sonde.colour_of(row.kind, place(line, row), row.texts.length) : 0);
      const files = sonde.key.find(({kind}) => kind === 'file');
      for (const line of chart.lines)
        Object.assign(line, {label: line.label || chart.name, shown: true, colour: colour(line, of('colour')), dash: place(line, of('dash')) % 4,
          weight: files?.texts.length === 2 ? weights[place(line, files)] : 2});
    }
    return chart.lines.filter(is_shown);
  };
}
