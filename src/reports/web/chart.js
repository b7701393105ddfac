{
  const most_lines = 24;
  const height = () => (matchMedia('(max-width: 30rem)').matches ? 230 : 280);

  // On a logarithmic axis a message of no bytes stands half a step before the smallest one, labelled 0.
  const zero_place = (rows) => rows.reduce((least, row) => {
    const bytes = sonde.cell('bytes', row);
    return bytes > 0 ? Math.min(least, bytes) : least;
  }, Infinity) / 2;

  const figures = (lines, axis, quantity, log_x, log_y) => {
    const sized = axis === 'lengths';
    const rows = lines.flatMap((line) => line.rows);
    const zero = Number.isFinite(zero_place(rows)) ? zero_place(rows) : 0.5;
    const x_of = (row) => sonde.x_of(row) || (sized && log_x ? zero : 0);
    const usable = (value) => (value !== null && Number.isFinite(value) && (value > 0 || !log_y) ? value : null);
    const {scale} = sonde.quantities[quantity];
    const x = [...new Set(rows.map(x_of).filter((value) => value > 0 || !log_x))].sort((a, b) => a - b);
    const position = new Map(x.map((value, i) => [value, i]));
    const column = (line, name) => {
      const values = new Array(x.length).fill(null);
      for (const row of line.rows) {
        const value = usable(sonde.cell(name, row)), at = position.get(x_of(row));
        if (value !== null && at !== undefined) values[at] = value / scale;
      }
      return values;
    };
    const rows_at = (line) => {
      const found = [];
      for (const row of line.rows) if (position.has(x_of(row))) found[position.get(x_of(row))] = row;
      return found;
    };
    const drawn = lines.map((line) => {
      const low = column(line, quantity + '_low'), high = column(line, quantity + '_high');
      const known = low.some((value, i) => value !== null && high[i] !== null);
      return {line, values: column(line, quantity), low: known ? low : null, high: known ? high : null, ends: sonde.view.intervals, rows: rows_at(line)};
    });
    return {x, drawn, zero: sized && log_x && x.includes(zero) ? zero : null, show_x: sized ? (value) => (log_x && value === zero ? '0' : sonde.bytes(value)) : (value) => sonde.plain(value)};
  };

  const axis_names = {lengths: 'Message length', processes: 'Processes', windows: 'Window (messages)'};
  // Draws `chart` into `box`, replacing what was there; returns the text for a status line where nothing can be drawn.
  const draw = (chart, box, lines, announce) => {
    const wanted = sonde.view.quantity;
    const quantity = chart.has.has(wanted) ? wanted : Object.keys(sonde.quantities).find((column) => chart.has.has(column)) ?? 'time';
    const {name, axis, linear, level, about, on_axis, in_text} = sonde.quantities[quantity];
    const log_x = sonde.view.x === 'log', log_y = sonde.view.y === 'log' && !linear;
    const {x, drawn, zero, show_x} = figures(lines, chart.axis, quantity, log_x, log_y), sized = chart.axis === 'lengths';
    chart.plot?.destroy();
    chart.plot = null;
    if (!drawn.some(({values}) => values.some((value) => value !== null))) return 'No figure to draw; see the table below.';
    const tip = sonde.tooltip(drawn, show_x, in_text, quantity);
    const {options, data} = sonde.chart_options({drawn, x, log_x, log_y, zero, about, sized, linked: chart.axis, show_x, show_y: on_axis,
      x_label: axis_names[chart.axis], y_label: axis,
      plugins: [tip.plugin, ...(level === undefined ? [] : [sonde.level_line(level, about)])], width: box.clientWidth || 320, height: height()});
    chart.plot = new uPlot(options, data, box);
    chart.drawn = drawn;
    sonde.chart_keys(box, chart.plot, (index) => announce(tip.spoken(chart.plot, index)));
    return quantity === wanted ? '' : `This benchmark has no ${sonde.quantities[wanted].name}; its ${name} is shown.`;
  };

  sonde.point_at = (plot, index) => {
    sonde.active_plot = plot;
    plot.setCursor({left: plot.valToPos(plot.data[0][index], 'x'), top: plot.over.clientHeight / 3}, true, true);
  };

  // Arrow keys move the cursor from size to size.
  sonde.chart_keys = (box, plot, tell) => {
    box.onkeydown = (event) => {
      const last = plot.data[0].length - 1, now = plot.cursor.idx ?? -1;
      const next = {ArrowRight: Math.min(now + 1, last), ArrowLeft: Math.max(now - 1, 0), Home: 0, End: last}[event.key];
      if (event.key === 'Escape') plot.setCursor({left: -10, top: -10}, true, true);
      if (next === undefined) return;
      event.preventDefault();
      sonde.point_at(plot, next);
      tell(next);
    };
  };

  // The card of one benchmark: title, chart, and a pager where it has many lines. `chart.redraw` draws it again after a change of view.
  sonde.chart_card = (chart) => {
    const box = sonde.element('div', {class: 'plot', tabindex: 0, role: 'group',
      'aria-label': `Chart of ${chart.name}. Arrow keys step through the sizes.`});
    const note = sonde.element('p', {class: 'quiet'}), spoken = sonde.element('p', {class: 'hidden', 'aria-live': 'polite'});
    const pager = sonde.element('p', {class: 'pager'});
    const card = sonde.element('article', {class: 'card'}, sonde.element('h3', {}, chart.name), box, pager, note, spoken);
    let from = 0;
    chart.redraw = () => {
      const all = sonde.lines_of(chart);
      if (from >= all.length) from = 0;
      const lines = all.slice(from, from + most_lines);
      const said = draw(chart, box, lines, (text) => { spoken.textContent = text; });
      note.textContent = all.length === 0 ? 'All of its lines are hidden.' : said;
      chart.built = true;
      pager.hidden = all.length <= most_lines;
      pager.replaceChildren(
        sonde.button('‹ lines', () => { from = Math.max(0, from - most_lines); chart.redraw(); }, {disabled: from === 0}),
        ` ${from + 1} to ${from + lines.length} of ${all.length} `,
        sonde.button('lines ›', () => { from += most_lines; chart.redraw(); }, {disabled: from + most_lines >= all.length}));
    };
    chart.resize = () => chart.plot?.setSize({width: box.clientWidth, height: height()});
    return card;
  };
}
