{
  const {element, page, plain, seconds} = sonde;
  const most_lines = 24, of_two = [1.25, 2.75];  // lines that are drawn at first; widths of the first file or side and the second
  const curves = () => page.calls.curves;
  const charts = () => [...new Set(curves().map(({chart}) => chart))];
  let chosen = '', lines = [], plot = null;

  // A colour for each case and a dash for each file or side; of a single case, both tell files apart.
  const lines_of = (chart) => {
    const found = curves().filter((curve) => curve.chart === chart), labels = [...new Set(found.map(({label}) => label))], names = sonde.source_names();
    return found.map((curve, i) => {
      const case_number = labels.indexOf(curve.label), alone = labels.length === 1;
      const text = [curve.label, names.length > 1 ? names[curve.run] : ''].filter(Boolean).join(', ') || chart;
      return {curve, label: text, shown: i < most_lines, line_only: true, colour: alone ? curve.run % 7 : sonde.colour_of('processes', case_number, labels.length),
        dash: curve.run % 4, weight: names.length === 2 ? of_two[curve.run] : 2};
    });
  };

  // The share of a curve at each x: that of its last step before; the last call stands at half of its share, where a logarithm can be drawn.
  const values_of = ({t, s, calls}, x) => {
    let i = -1;
    return x.map((time) => {
      while (i + 1 < t.length && t[i + 1] <= time) ++i;
      return i < 0 || time > t[t.length - 1] ? null : s[i] || 0.5 / calls;
    });
  };

  // Decades, or with few of them 1, 2 and 5 times these; where all is near one value, five places.
  sonde.log_splits = (most_of) => (plot_now, axis, low, high) => {
    const first = Math.floor(Math.log10(low)), decades = Array.from({length: Math.ceil(Math.log10(high)) - first + 1}, (_, i) => 10 ** (first + i));
    const within = (values) => values.filter((value) => value >= low && value <= high);
    const most = Math.max(3, most_of(plot_now)), every = (step) => within(decades.filter((_, i) => i % step === 0));
    const fine = within(decades.flatMap((decade) => [1, 2, 5].map((factor) => factor * decade)));
    if (fine.length >= 3) return [fine, ...[1, 2, 3, 6].map(every)].find((values) => values.length <= most) ?? every(9);
    return Array.from({length: 5}, (_, i) => low * (high / low) ** ((i + 0.5) / 5));
  };

  const draw = () => {
    plot?.destroy();
    plot = null;
    const box = sonde.by_id('tails-plot'), shown = lines.filter((line) => line.shown);
    if (!shown.length) return;
    const x = [...new Set(shown.flatMap(({curve}) => curve.t))].filter((time) => time > 0).sort((a, b) => a - b);
    const drawn = shown.map((line) => ({line, values: values_of(line.curve, x)}));
    const tip = sonde.tooltip(drawn, seconds, (share) => plain(100 * share, 3) + ' % take longer');
    const {options, data} = sonde.chart_options({drawn, x, log_x: true, log_y: true, sized: false, show_x: seconds, show_y: (share) => plain(share), x_label: 'Time of a call',
      y_label: 'Share of calls that take longer', plugins: [tip.plugin], width: box.clientWidth || 320, height: 340});
    options.scales.x = {time: false, distr: 3, log: 10, range: (_, low, high) => [low / Math.max(1.02, (high / low) ** 0.03), high * Math.max(1.02, (high / low) ** 0.03)]};
    options.axes[0].splits = sonde.log_splits(({width}) => width / 70);
    drawn.forEach(({series}) => { options.series[series].paths = uPlot.paths.stepped({align: 1}); });
    plot = new uPlot(options, data, box);
    sonde.chart_keys(box, plot, (index) => { sonde.by_id('tails-spoken').textContent = tip.spoken(plot, index); });
  };

  const choose = (chart) => {
    chosen = chart;
    lines = lines_of(chart);
    sonde.by_id('tails-legend').replaceChildren(sonde.legend(lines, draw));
    sonde.by_id('tails-plot').setAttribute('aria-label', `Single calls of ${chart}. Arrow keys step through the times.`);
    draw();
  };

  // A choice among names, where there are several.
  sonde.chooser = (label, names, choose_one) => {
    const select = element('select', {}, ...names.map((name) => element('option', {}, name)));
    select.addEventListener('change', () => choose_one(select.value));
    return element('label', {class: 'field'}, label + ' ', select);
  };

  sonde.redraw_calls = () => {
    if (chosen) draw();
    sonde.redraw_loops();
  };
  sonde.call_plot = () => plot;
  sonde.make_calls = () => {
    if (!page.charts || typeof uPlot === 'undefined') return;
    sonde.make_loops();
    if (page.calls.left_out > 0) sonde.by_id('calls-left-out').textContent = `${sonde.plural(page.calls.left_out, 'case')} more: make a page of fewer benchmarks.`;
    if (!curves().length) return;
    sonde.by_id('calls').hidden = false;
    sonde.by_id('tails').hidden = false;
    sonde.by_id('tails-choice').append(sonde.chooser('Case', charts(), choose));
    new ResizeObserver(() => plot?.setSize({width: sonde.by_id('tails-plot').clientWidth, height: 340})).observe(sonde.by_id('tails-plot'));
    choose(charts()[0]);
  };
}
