{
  const colour_of = (name) => getComputedStyle(sonde.by_id('probe-' + name)).color;
  const translucent = (rgb, alpha) => rgb.replace('rgb(', 'rgba(').replace(')', `, ${alpha})`);

  // Hidden elements whose computed colours are those of the theme in force.
  sonde.make_probes = () => {
    for (const name of ['ink-colour', 'grid-colour', ...[0, 1, 2, 3, 4, 5, 6].map((i) => 'line-' + i)])
      document.body.append(sonde.element('span', {id: 'probe-' + name, class: name, hidden: true}));
  };

  // Powers of two, thinned out to what fits.
  const size_splits = (plot, axis, low, high) => {
    const first = Math.ceil(Math.log2(low) - 1e-9), last = Math.floor(Math.log2(high) + 1e-9);
    const step = Math.max(1, Math.ceil((last - first + 1) / Math.max(2, plot.width / 62)));
    const splits = [];
    for (let power = first; power <= last; power += step) splits.push(2 ** power);
    return splits;
  };

  // Decades, thinned out to what fits, or 1-2-5 where there are few.
  const decade_splits = (plot, axis, low, high) => {
    const decades = Math.log10(high / low);
    const step = Math.max(1, Math.ceil(decades / Math.max(2, plot.height / 32)));
    const splits = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += step)
      for (const factor of decades <= 2 ? [1, 2, 5] : [1]) splits.push(Number((factor * 10 ** power).toPrecision(3)));
    return splits.filter((split) => split >= low * 0.999 && split <= high * 1.001);
  };

  const grid = () => ({stroke: colour_of('grid-colour'), width: 1});
  const axis = (more) => ({stroke: () => colour_of('ink-colour'), grid: grid(), ticks: grid(), font: '12px system-ui, sans-serif',
    labelFont: '12px system-ui, sans-serif', labelSize: 18, labelGap: 2, ...more});

  const whole_numbers = Array.from({length: 10}, (_, i) => [1, 2, 5].map((factor) => factor * 10 ** i)).flat();
  const powers_of_two = Array.from({length: 60}, (_, i) => 2 ** i);
  const log_range = (plot, low, high) => {
    if (!(low > 0)) return [0.1, 10];
    const margin = Math.max(1.15, (high / low) ** 0.04);
    return [low / margin, high * margin];
  };
  const linear_range = (plot, low, high) => (low === null ? [0, 1] : [Math.min(0, low), high > 0 ? high * 1.06 : 1]);
  const around = (plot, low, high) => (low === null ? [0, 1] : low === high ? [low - 1, high + 1] : [low, high]);

  // Three series a line: the values, and without strokes the ends of the interval, between which a band is drawn.
  const series_of = ({line, values, low, ends}) => {
    const stroke = () => colour_of('line-' + line.colour);
    const main = {label: line.label, show: line.shown, stroke, width: line.points_only ? 0 : 2, dash: sonde.dashes[line.dash], spanGaps: true,
      points: {show: line.points_only || (values.length <= 80 && !line.line_only), size: 6, fill: stroke}};
    if (line.points_only) main.paths = () => null;
    const end = {label: line.label, show: line.shown, spanGaps: true, points: {show: false}};
    return low && ends ? [main, {...end}, {...end}] : [main];
  };

  // A line across the chart at one value: what figures are measured against.
  sonde.level_line = (level) => ({hooks: {draw: (plot) => {
    const y = Math.round(plot.valToPos(level, 'y', true)), {left, top, width, height} = plot.bbox;
    if (y < top || y > top + height) return;
    plot.ctx.save();
    plot.ctx.strokeStyle = colour_of('ink-colour');
    plot.ctx.setLineDash([2, 4]);
    plot.ctx.beginPath();
    plot.ctx.moveTo(left, y);
    plot.ctx.lineTo(left + width, y);
    plot.ctx.stroke();
    plot.ctx.restore();
  }}});

  // {drawn, x, scales, labels} to what uPlot wants. `drawn` gets the number of its first series.
  sonde.chart_options = ({drawn, x, log_x, log_y, sized, show_x, show_y, x_label, y_label, signed, plugins, width, height}) => {
    const data = [x], series = [{}], bands = [];
    for (const entry of drawn) {
      entry.series = series.length;
      const made = series_of(entry);
      series.push(...made);
      data.push(entry.values);
      if (made.length === 3) {
        data.push(entry.high, entry.low);
        bands.push({series: [entry.series + 1, entry.series + 2],
          fill: () => translucent(colour_of('line-' + entry.line.colour), 0.22)});
      }
    }
    const options = {
      width, height, series, bands, plugins, legend: {show: false}, padding: [10, 24, 0, 0],
      cursor: {points: {size: 9}, drag: {x: true, y: false}, focus: {prox: 24}},
      scales: {
        x: {time: false, distr: log_x ? 3 : 1, log: 2, range: log_x ? log_range : around},
        y: {distr: log_y ? 3 : 1, log: 10, range: log_y ? log_range : signed ? around : linear_range},
      },
      axes: [
        axis({label: x_label, size: 34, space: 62, values: (plot, splits) => splits.map(show_x), filter: (plot, splits) => splits,
          ...(log_x ? {splits: size_splits} : {incrs: sized ? powers_of_two : whole_numbers})}),
        axis({label: y_label, size: 62, space: 28, values: (plot, splits) => splits.map(show_y), filter: (plot, splits) => splits,
          ...(log_y ? {splits: decade_splits} : {})}),
      ],
    };
    return {options, data};
  };
}
