{
  const colour_of = (name) => getComputedStyle(sonde.by_id('probe-' + name)).color;
  const translucent = (rgb, alpha) => rgb.replace('rgb(', 'rgba(').replace(')', `, ${alpha})`);

  // Hidden elements whose computed colours are those of the theme in force.
  sonde.make_probes = () => {
    for (const name of ['ink-colour', 'grid-colour', ...Array.from({length: 14}, (_, i) => 'line-' + i)])
      document.body.append(sonde.element('span', {id: 'probe-' + name, class: name, hidden: true}));
  };

  const within = (splits, low, high) => splits.map((split) => Number(split.toPrecision(12))).filter((split) => split >= low * 0.999 && split <= high * 1.001);
  const multiples = (low, high, most) => {
    const rough = (high - low) / most, decade = 10 ** Math.floor(Math.log10(rough)), step = [1, 2, 5, 10].find((factor) => factor * decade >= rough) * decade;
    return within(Array.from({length: most + 2}, (_, i) => (Math.ceil(low / step) + i) * step), low, high);
  };
  const apart = (splits, most, low, high) => splits.reduce((kept, split) => {
    if (!kept.length || Math.log(split / kept[kept.length - 1]) >= 0.99 * Math.log(high / low) / most) kept.push(split);
    return kept;
  }, []);

  // On a logarithmic axis of lengths or processes: the place of no bytes, and powers of two that have room beside it; where these are
  // fewer than three, what was measured.
  const size_splits = (x, zero) => (plot, axis, low, high) => {
    const first = Math.ceil(Math.log2(low) - 1e-9), last = Math.floor(Math.log2(high) + 1e-9), most = Math.max(3, plot.width / 62);
    const step = Math.max(1, Math.ceil((last - first + 1) / most)), powers = Array.from({length: last - first + 1}, (_, i) => 2 ** (first + i));
    const whole = powers.filter((power) => power >= 1 && (zero === null || power > zero));
    const regular = whole.filter((power, i) => i % step === 0);
    const seen = zero !== null && zero >= low ? apart([zero, ...regular], most * 1.3, low, high) : regular;
    return seen.length >= 3 ? seen : apart(within(x, low, high), most, low, high);
  };

  // On a logarithmic axis of values: decades, thinned out to what fits, with numbers between them where few decades are in sight.
  const value_splits = (plot, axis, low, high) => {
    const most = Math.max(3, Math.floor(plot.height / 32)), first = Math.floor(Math.log10(low)), last = Math.ceil(Math.log10(high));
    const decades = (step, factors) => within(Array.from({length: Math.floor((last - first) / step) + 1}, (_, i) => factors.map((factor) => factor * 10 ** (first + i * step))).flat(), low, high);
    const finer = [...[8, 4, 2, 1].map((step) => decades(step, [1])), decades(1, [1, 3]), decades(1, [1, 2, 5])];
    return finer.reverse().find((splits) => splits.length >= 4 && splits.length <= most) ?? multiples(low, high, 5);
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
  // As far below 1 as above it, and at least a little beyond what does not matter.
  const ratio_range = (threshold) => (plot, low, high) => {
    const most = Math.max(high ?? 1, low > 0 ? 1 / low : 1, 1 + 2 * (threshold || 0.03)) ** 1.08;
    return [1 / most, most];
  };
  const linear_range = (plot, low, high) => (low === null ? [0, 1] : [Math.min(0, low), high > 0 ? high * 1.06 : 1]);
  const around = (plot, low, high) => (low === null ? [0, 1] : low === high ? [low - 1, high + 1] : [low, high]);

  // Three series a line: the values, and without strokes the ends of the interval, between which a band is drawn.
  const series_of = ({line, values, low, ends}) => {
    const stroke = () => colour_of('line-' + line.colour);
    const main = {label: line.label, show: line.shown, stroke, width: line.points_only ? 0 : line.weight ?? 2, dash: sonde.dashes[line.dash], spanGaps: true,
      points: {show: line.points_only || (values.length <= 80 && !line.line_only), size: 6, fill: stroke}};
    if (line.points_only) main.paths = () => null;
    const end = {label: line.label, show: line.shown, spanGaps: true, points: {show: false}};
    return low && ends ? [main, {...end}, {...end}] : [main];
  };

  // A line across the chart at one value, what figures are measured against, and the band around it of what does not matter.
  sonde.level_line = (level, about) => {
    const at = (plot, value) => Math.max(plot.bbox.top, Math.min(plot.bbox.top + plot.bbox.height, Math.round(plot.valToPos(value, 'y', true))));
    const band = (plot) => {
      if (!about) return;
      const {left, width} = plot.bbox, top = at(plot, level * (1 + about));
      plot.ctx.save();
      plot.ctx.fillStyle = translucent(colour_of('ink-colour'), 0.16);
      plot.ctx.fillRect(left, top, width, at(plot, level / (1 + about)) - top);
      plot.ctx.restore();
    };
    const line = (plot) => {
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
    };
    return {hooks: {drawClear: band, draw: line}};
  };

  // Cursors of charts with the same key move together; zooming is each chart's own.
  const cursor = (linked) => ({points: {size: 9}, drag: {x: true, y: false}, focus: {prox: 24},
    ...(linked ? {sync: {key: linked, setSeries: false, scales: ['x', null], filters: {pub: (type) => type === 'mousemove' || type === 'mouseleave'}}} : {})});

  // {drawn, x, scales, labels} to what uPlot wants. `drawn` gets the number of its first series.
  sonde.chart_options = ({drawn, x, log_x, log_y, zero = null, about, linked, sized, show_x, show_y, x_label, y_label, signed, plugins, width, height}) => {
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
      cursor: cursor(linked),
      scales: {
        x: {time: false, distr: log_x ? 3 : 1, log: 2, range: log_x ? log_range : around},
        y: {distr: log_y ? 3 : 1, log: 10, range: log_y && about !== undefined ? ratio_range(about) : log_y ? log_range : signed ? around : linear_range},
      },
      axes: [
        axis({label: x_label, size: 34, space: 62, values: (plot, splits) => splits.map(show_x), filter: (plot, splits) => splits,
          ...(log_x ? {splits: size_splits(x, zero)} : {incrs: sized ? powers_of_two : whole_numbers})}),
        axis({label: y_label, size: 62, space: 28, values: (plot, splits) => splits.map(show_y), filter: (plot, splits) => splits,
          ...(log_y ? {splits: value_splits} : {})}),
      ],
    };
    return {options, data};
  };
}
