{
  const {element} = sonde;
  const line_height = 18, frame = 14;  // of a box, in pixels
  // Rows of a box that takes no more than a third of the height of its plot, below the row of headings.
  const most_rows = (plot) => Math.max(1, Math.floor((plot.height / 3 - frame) / line_height) - 1);

  const interval = (series, index, show) => {
    const low = series.low?.[index], high = series.high?.[index];
    return low !== null && low !== undefined && high !== null && high !== undefined ? ' (' + show(low) + ' to ' + show(high) + ')' : '';
  };

  // Below the plot, or above it where the window ends: no line is hidden by its own values.
  const place = (box, plot) => {
    const {top, bottom} = plot.root.getBoundingClientRect();
    const below = bottom + box.offsetHeight + 4 < innerHeight || top - box.offsetHeight < 0;
    box.style.transform = `translateY(${below ? plot.root.clientHeight : -box.offsetHeight}px)`;
  };

  // Of two files or sides: the lines that differ only in that stand in one row, with columns of both and of their ratio.
  const pairs_of = (entries) => {
    const pairs = new Map();
    for (const entry of entries) {
      const key = entry.line.in_all_files;
      if (!pairs.has(key)) pairs.set(key, {label: key, entries: []});
      pairs.get(key).entries[sonde.page.cases.run[entry.line.rows[0]]] = entry;
    }
    return [...pairs.values()];
  };
  const ratio_of = ([first, second], wide) => {
    if (first === undefined || second === undefined) return '–';
    const [ratio, low, high] = ['ratio', 'ratio_low', 'ratio_high'].map((column) => sonde.cell(column, second));
    if (ratio !== null) return sonde.plain(ratio, 3) + (wide && low !== null && high !== null ? ` (${sonde.plain(low, 3)} to ${sonde.plain(high, 3)})` : '');
    return sonde.plain(sonde.cell('time', second) / sonde.cell('time', first), 3);
  };
  const pair_row = ({label, entries}, index, quantity, wide) => {
    const rows = [0, 1].map((i) => entries[i]?.rows[index]), column = quantity === 'ratio' ? 'time' : quantity, {scale, in_text} = sonde.quantities[column];
    const value = (row) => (row === undefined || sonde.cell(column, row) === null ? '–' : in_text(sonde.cell(column, row) / scale));
    return [sonde.swatch((entries[1] ?? entries[0]).line), label, ...rows.map(value), ratio_of(rows, wide)];
  };

  // A box that lists the values at the cursor, nearest line first, as a uPlot plugin. `drawn` has one entry a line: line, values, low,
  // high and of charts of cases their rows; `show_x` and `show_y` make text of numbers.
  sonde.tooltip = (drawn, show_x, show_y, quantity) => {
    const box = element('div', {class: 'tooltip beside', hidden: true});
    const at = (index) => drawn.filter(({line, values}) => line.shown && values[index] !== null && values[index] !== undefined);
    const text_of = (entry, index) => show_y(entry.values[index]) + interval(entry, index, show_y);
    const nearest_first = (plot, index) => {
      const distance = ({values}) => Math.abs(plot.valToPos(values[index], 'y') - plot.cursor.top);
      return at(index).sort((a, b) => distance(a) - distance(b));
    };
    const rows_of = (plot, here, index) => {
      if (sonde.sources.length !== 2 || quantity === undefined) return {heads: [''], rows: here.map((entry) => [sonde.swatch(entry.line), entry.line.label, text_of(entry, index)])};
      const order = pairs_of(here), all = new Map(pairs_of(drawn).map((pair) => [pair.label, pair]));
      return {heads: [...sonde.source_names(), 'ratio'], rows: order.map(({label}) => pair_row(all.get(label), index, quantity, plot.width > 380))};
    };
    const line = (cells) => element('tr', {}, ...cells.map((cell, i) => element('td', i === 1 ? {class: 'name'} : {}, cell)));
    const head = (cells) => element('tr', {}, ...cells.map((cell, i) => element('th', i === 0 ? {class: 'name', colspan: 2} : {}, cell)));
    const fill = (plot, index) => {
      const here = nearest_first(plot, index), {heads, rows} = rows_of(plot, here, index), most = most_rows(plot);
      const count = rows.length > most ? `, ${most} of ${rows.length}` : '';
      box.replaceChildren(element('table', {}, head([show_x(plot.data[0][index]) + count, ...heads]), ...rows.slice(0, most).map(line)));
      return here.length > 0;
    };
    const update = (plot) => {
      const {idx, left} = plot.cursor;
      box.hidden = plot !== sonde.active_plot || idx === null || idx === undefined || left < 0 || !fill(plot, idx);
      if (!box.hidden) place(box, plot);
    };
    const spoken = (plot, index) => show_x(plot.data[0][index]) + ': ' +
      at(index).slice(0, 8).map((entry) => entry.line.label + ' ' + text_of(entry, index)).join('; ');
    const init = (plot) => {
      plot.root.append(box);
      plot.over.addEventListener('mouseenter', () => { sonde.active_plot = plot; });
    };
    return {plugin: {hooks: {init, setCursor: update}}, spoken};
  };
}
