{
  const {element, page} = sonde;
  const {curves, refused} = page.fits;
  const show = {B: sonde.bytes, s: sonde.seconds, 'B/s': (value) => sonde.plain(value / 1e6) + ' MB/s', 1: sonde.plain};
  const text_of = (unit) => show[unit] ?? ((value) => sonde.plain(value) + ' ' + unit);
  const percent = (value) => sonde.plain(value, 3) + ' %';

  // Column `part` of the pairs (1: value; 2 and 3: ends of its interval) at the places x.
  const at = (x, pairs, part) => {
    const known = new Map(pairs.map((pair) => [pair[0], pair[part]]));
    return x.map((value) => known.get(value) ?? null);
  };
  const positive = (pairs) => pairs.every(([, y]) => y === null || y > 0);
  // A message of no bytes stands half a step before the smallest one.
  const zero_place = (lines) => Math.min(...lines.flatMap(({pairs}) => pairs.map(([x]) => x).filter((x) => x > 0)), 2) / 2;

  // One plot with a shared set of x values; lines: [{line, pairs of x, y and perhaps the ends of an interval}].
  const plot = (box, fit, given, y, height) => {
    const sized = fit.x.unit === 'B', zero = zero_place(given);
    const lines = given.map(({line, pairs}) => ({line, pairs: pairs.map(([value, ...rest]) => [sized && value === 0 ? zero : value, ...rest])}));
    const x = [...new Set(lines.flatMap(({pairs}) => pairs.map(([value]) => value)))].sort((a, b) => a - b);
    const drawn = lines.map(({line, pairs}) => {
      const known = pairs.some((pair) => pair.length > 2);
      return {line, values: at(x, pairs, 1), ...(known ? {low: at(x, pairs, 2), high: at(x, pairs, 3), ends: true} : {})};
    });
    const show_x = (value) => (sized && value === zero ? '0' : text_of(fit.x.unit)(value));
    const tip = sonde.tooltip(drawn, show_x, y.show);
    const {options, data} = sonde.chart_options({drawn, x, log_x: sized && x[0] > 0, log_y: y.log, sized,
      show_x, show_y: y.show, x_label: fit.x.label, y_label: y.label, signed: y.signed, plugins: [tip.plugin], width: box.clientWidth || 320, height});
    return new uPlot(options, data, box);
  };

  // A point is [x, measured, fitted, half of its interval or 0, series], a point of the curve [x, y, series].
  const by_series = (points, part) => {
    const found = new Map();
    for (const point of points) {
      if (!found.has(point[part])) found.set(point[part], []);
      found.get(point[part]).push(point);
    }
    return found;
  };
  const lines_of = (fit) => {
    const points_of = by_series(fit.points, 4), curve_of = by_series(fit.curve, 2);
    return [...points_of].map(([number, points], i) => {
      const suffix = fit.series ? `, ${fit.series} = ${number}` : "", colour = fit.series ? i % 7 : 0;
      const curve = curve_of.get(number) ?? [];
      return {key: {label: `${fit.series} = ${number}`, shown: true, colour, dash: i % 4}, points, curve: curve.length ? curve : points.map(([x, , y]) => [x, y]),
        measured: {label: 'measured' + suffix, shown: true, colour, dash: 0, points_only: true},
        model: {label: 'model' + suffix, shown: true, colour: fit.series ? colour : 1, dash: i % 4, line_only: true},
        residual: {label: 'residual' + suffix, shown: true, colour, dash: i % 4}};
    });
  };
  const with_interval = ([x, y, , half]) => (half > 0 ? [x, y, y - half, y + half] : [x, y]);

  const draw = (fit, all, main, below) => {
    const lines = all.filter(({key}) => key.shown);
    const values = lines.flatMap(({points, curve}) => [...points, ...curve]);
    return [
      plot(main, fit, [...lines.map(({measured, points}) => ({line: measured, pairs: points.map(with_interval)})),
        ...lines.map(({model, curve}) => ({line: model, pairs: curve}))],
        {show: text_of(fit.y.unit), label: fit.y.label, log: positive(values)}, 260),
      plot(below, fit, lines.map(({residual, points}) => ({line: residual,
        pairs: points.filter(([, , y]) => y !== 0).map(([x, y, model_y]) => [x, 100 * (y / model_y - 1)])})),
        {show: percent, label: 'Residual', log: false, signed: true}, 160),
    ];
  };

  const parameters = (fit) => sonde.simple_table('Parameters', ['Parameter', 'Value', '95 % interval', 'Meaning'],
    fit.parameters.map((p) => [p.name, p.value, p.interval ?? '–', p.meaning]));

  // What stands in the closed card: the parameters with their values, and how far the points lie from the curve.
  const in_short = (fit) => [...fit.parameters.slice(0, 4).map((p) => `${p.name} ${p.value}`), `residuals ${percent(100 * fit.relative_rms)}`].join(', ');

  // Closed at first; drawn when it is opened.
  const card = (fit) => {
    const main = element('div', {class: 'plot'}), below = element('div', {class: 'residuals'}), lines = lines_of(fit);
    const legend = fit.series && page.charts ? sonde.legend(lines.map(({key}) => key), () => redraw()) : null;
    const made = element('details', {class: 'card'}, element('summary', {}, element('h3', {}, fit.name), element('p', {class: 'quiet'}, in_short(fit))),
      element('pre', {}, fit.formula), main, below, legend,
      element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Parameters of ' + fit.name}, parameters(fit)),
      element('p', {class: 'quiet'}, `R² ${sonde.plain(fit.r_squared, 5)}, ${fit.aicc}, residuals ${percent(100 * fit.relative_rms)} (root mean square), ${sonde.plural(fit.point_count, 'point')}. Source: ${fit.source}.`),
      ...fit.notes.map((note) => element('p', {class: 'quiet'}, note)));
    let plots = [];
    const redraw = () => {
      plots.forEach((old) => old.destroy());
      plots = page.charts && made.open && lines.some(({key}) => key.shown) ? draw(fit, lines, main, below) : [];
    };
    made.addEventListener('toggle', redraw);
    return {name: fit.name, made, redraw};
  };

  const a_page = 24, most_on_paper = 200;
  const cards = [];
  const show_up_to = (count) => {
    while (cards.length < Math.min(count, curves.length)) {
      cards.push(card(curves[cards.length]));
      sonde.by_id('fits').append(cards.at(-1).made);
    }
    sonde.by_id('more-fits').hidden = cards.length === curves.length;
  };

  sonde.redraw_fits = () => cards.forEach(({redraw}) => redraw());

  // For paper; closed again by what is returned.
  sonde.open_all_fits = () => {
    show_up_to(most_on_paper);
    const closed = cards.filter(({made}) => !made.open);
    closed.forEach(({made}) => { made.open = true; });
    sonde.redraw_fits();
    return () => closed.forEach(({made}) => { made.open = false; });
  };

  sonde.make_fits = () => {
    sonde.by_id('models').hidden = curves.length + refused.length === 0;
    sonde.by_id('fits').after(...refused.map((why) => element('p', {class: 'quiet'}, 'Not fitted: ' + why)));
    sonde.by_id('more-fits').addEventListener('click', () => show_up_to(cards.length + a_page));
    show_up_to(a_page);
    addEventListener('resize', sonde.redraw_fits);
  };
}
