{
  // Rows of a box: fewer where it is narrow and each takes two lines.
  const most_rows = (plot) => (plot.over.clientWidth < 360 ? 4 : 8);

  const interval = (series, index, show) => {
    const low = series.low?.[index], high = series.high?.[index];
    return low !== null && low !== undefined && high !== null && high !== undefined ? ' (' + show(low) + ' to ' + show(high) + ')' : '';
  };

  const place = (box, plot, left, top) => {
    const wide = plot.over.clientWidth, high = plot.over.clientHeight;
    const x = left > wide / 2 ? left - box.offsetWidth - 14 : left + 14;
    const y = Math.max(0, Math.min(top - box.offsetHeight / 2, high - box.offsetHeight));
    box.style.transform = `translate(${Math.max(-40, Math.min(x, wide - box.offsetWidth + 8))}px, ${y}px)`;
  };

  // A box that follows the cursor and lists the values there, as a uPlot plugin. `drawn` has one entry a line: line,
  // values, low, high; `show_x` and `show_y` make text of numbers.
  sonde.tooltip = (drawn, show_x, show_y) => {
    const box = sonde.element('div', {class: 'tooltip', hidden: true});
    const at = (index) => drawn.filter(({line, values}) => line.shown && values[index] !== null && values[index] !== undefined);
    const text_of = (entry, index) => show_y(entry.values[index]) + interval(entry, index, show_y);
    const fill = (plot, index) => {
      const here = at(index), most = most_rows(plot);
      box.replaceChildren(sonde.element('strong', {}, show_x(plot.data[0][index])),
        ...here.slice(0, most).map((entry) => sonde.element('div', {}, sonde.swatch(entry.line),
          sonde.element('span', {}, entry.line.label), sonde.element('b', {}, text_of(entry, index)))),
        here.length > most ? sonde.element('div', {class: 'quiet'}, `and ${here.length - most} more`) : '');
      return here.length > 0;
    };
    const update = (plot) => {
      const {idx, left, top} = plot.cursor;
      box.hidden = idx === null || idx === undefined || left < 0 || !fill(plot, idx);
      if (!box.hidden) place(box, plot, left, top);
    };
    const spoken = (plot, index) => show_x(plot.data[0][index]) + ': ' +
      at(index).slice(0, 8).map((entry) => entry.line.label + ' ' + text_of(entry, index)).join('; ');
    return {plugin: {hooks: {init: (plot) => plot.over.append(box), setCursor: update}}, spoken};
  };
}
