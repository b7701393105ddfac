{
  const {element, page} = sonde;
  const {curves, refused} = page.fits;
  const show = {B: sonde.bytes, s: sonde.seconds, 'B/s': (value) => sonde.plain(value / 1e6) + ' MB/s', 1: sonde.plain};
  const text_of = (unit) => show[unit] ?? ((value) => sonde.plain(value) + ' ' + unit);
  const percent = (value) => sonde.plain(value, 3) + ' %';

  const at = (x, pairs) => {
    const known = new Map(pairs);
    return x.map((value) => known.get(value) ?? null);
  };
  const positive = (pairs) => pairs.every(([, y]) => y === null || y > 0);
  // A message of no bytes stands half a step before the smallest one.
  const zero_place = (lines) => Math.min(...lines.flatMap(({pairs}) => pairs.map(([x]) => x).filter((x) => x > 0)), 2) / 2;

  // One plot with a shared set of x values; lines: [{line, pairs of x and y}].
  const plot = (box, fit, given, y, height) => {
    const sized = fit.x.unit === 'B', zero = zero_place(given);
    const lines = given.map(({line, pairs}) => ({line, pairs: pairs.map(([value, ...rest]) => [sized && value === 0 ? zero : value, ...rest])}));
    const x = [...new Set(lines.flatMap(({pairs}) => pairs.map(([value]) => value)))].sort((a, b) => a - b);
    const drawn = lines.map(({line, pairs}) => ({line, values: at(x, pairs)}));
    const show_x = (value) => (sized && value === zero ? '0' : text_of(fit.x.unit)(value));
    const tip = sonde.tooltip(drawn, show_x, y.show);
    const {options, data} = sonde.chart_options({drawn, x, log_x: sized && x[0] > 0, log_y: y.log, sized,
      show_x, show_y: y.show, x_label: fit.x.label, y_label: y.label, signed: y.signed, plugins: [tip.plugin], width: box.clientWidth || 320, height});
    return new uPlot(options, data, box);
  };

  const draw = (fit, main, below) => {
    const measured = fit.points.map(([x, y]) => [x, y]), curve = fit.curve.length ? fit.curve : fit.points.map(([x, , y]) => [x, y]);
    const points = {label: 'measured', shown: true, colour: 0, dash: 0, points_only: true};
    const model = {label: 'model', shown: true, colour: 1, dash: 0, line_only: true};
    const residuals = {label: 'residual', shown: true, colour: 0, dash: 0};
    return [
      plot(main, fit, [{line: points, pairs: measured}, {line: model, pairs: curve}],
        {show: text_of(fit.y.unit), label: fit.y.label, log: positive([...measured, ...curve])}, 260),
      plot(below, fit, [{line: residuals, pairs: fit.points.filter(([, , y]) => y !== 0).map(([x, y, model_y]) => [x, 100 * (y / model_y - 1)])}],
        {show: percent, label: 'Residual', log: false, signed: true}, 160),
    ];
  };

  const parameters = (fit) => sonde.simple_table('Parameters', ['Parameter', 'Value', '95 % interval', 'Meaning'],
    fit.parameters.map((p) => [p.name, p.value, p.interval ?? '–', p.meaning]));

  const card = (fit) => {
    const main = element('div', {class: 'plot'}), below = element('div', {class: 'residuals'});
    const made = element('article', {class: 'card'}, element('h3', {}, fit.name), element('pre', {}, fit.formula), main, below,
      element('div', {class: 'scroll'}, parameters(fit)),
      element('p', {class: 'quiet'}, `R² ${sonde.plain(fit.r_squared, 5)}, AICc ${sonde.plain(fit.aicc)}, residuals ${percent(100 * fit.relative_rms)} (root mean square), ${sonde.plural(fit.point_count, 'point')}. Source: ${fit.source}.`),
      ...fit.notes.map((note) => element('p', {class: 'quiet'}, note)));
    let plots = [];
    const redraw = () => {
      plots.forEach((old) => old.destroy());
      plots = page.charts ? draw(fit, main, below) : [];
    };
    return {made, redraw};
  };

  let cards = [];
  sonde.redraw_fits = () => cards.forEach(({redraw}) => redraw());

  sonde.make_fits = () => {
    sonde.by_id('models').hidden = curves.length + refused.length === 0;
    cards = curves.map(card);
    sonde.by_id('fits').append(...cards.map(({made}) => made));
    sonde.by_id('fits').after(...refused.map((why) => element('p', {class: 'quiet'}, 'Not fitted: ' + why)));
    sonde.redraw_fits();
    addEventListener('resize', sonde.redraw_fits);
  };
}
