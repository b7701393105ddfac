{
  // Charts over the settings of a scan: one a benchmark, a line a case.
  const {element, page} = sonde;
  const most_lines = 24, a_page = 24, height = 280;
  const in_unit = {s: sonde.seconds, 'B/s': (value) => sonde.plain(value / sonde.megabyte) + ' ' + sonde.rate_unit};
  const short = (text) => (text.length > 16 ? text.slice(0, 15) + '…' : text);

  // Rings about the points that are proved best, as a uPlot plugin.
  const rings = (drawn) => ({hooks: {draw: (plot) => {
    const {ctx} = plot, ratio = devicePixelRatio || 1;
    ctx.save();
    ctx.strokeStyle = getComputedStyle(sonde.by_id('probe-ink-colour')).color;
    ctx.lineWidth = 2 * ratio;
    for (const {line, values} of drawn) {
      if (line.best === null || !line.shown) continue;
      ctx.beginPath();
      ctx.arc(plot.valToPos(plot.data[0][line.best], 'x', true), plot.valToPos(values[line.best], 'y', true), 7 * ratio, 0, 2 * Math.PI);
      ctx.stroke();
    }
    ctx.restore();
  }}});

  const draw = (chart, box, lines, announce) => {
    const {values, places, numbers, setting} = chart, show_y = in_unit[chart.unit] ?? sonde.plain;
    const show_x = (place) => (numbers ? String(place) : short(values[place] ?? ''));
    const drawn = lines.map((line) => {
      const known = line.low.some((value) => value !== null);
      return {line, values: line.median, low: known ? line.low : null, high: known ? line.high : null, ends: true};
    });
    const all = drawn.flatMap(({values: y}) => y).filter((value) => value !== null);
    const tip = sonde.tooltip(drawn, (place) => `${setting}=${show_x(place)}`, show_y);
    const {options, data} = sonde.chart_options({drawn, x: places, log_x: chart.logarithmic, log_y: all.every((value) => value > 0), show_x, show_y,
      x_label: setting, y_label: chart.number, plugins: [tip.plugin, rings(drawn)], width: box.clientWidth || 320, height});
    const plot = new uPlot(options, data, box);
    sonde.chart_keys(box, plot, (index) => announce(tip.spoken(plot, index)));
    return plot;
  };

  const prepare = (chart) => chart.lines.map((line, i) => ({...line, label: line.name || chart.benchmark, shown: true,
    colour: 7 + Math.round(6 * (i % most_lines) / Math.max(1, Math.min(chart.lines.length, most_lines) - 1)), dash: i % 4}));

  const list = (title, items) => element('details', {}, element('summary', {}, title), element('ul', {}, ...items));
  const proofs = (chart, lines) => {
    const proved = lines.filter(({best}) => best !== null);
    const items = proved.map((line) => element('li', {}, `${line.label}: ${chart.setting}=${chart.values[line.best]} is ${line.proof}`));
    return items.length ? [list(`Proved best in ${items.length} of ${sonde.plural(lines.length, 'line')}`, items)] : [];
  };

  const card_of = (chart) => {
    const name = `${chart.benchmark}${chart.side ? ', ' + chart.side : ''}: ${chart.setting}`, all = prepare(chart);
    const box = element('div', {class: 'plot', tabindex: 0, role: 'group', 'aria-label': `Chart of ${name}. Arrow keys step through the settings.`});
    const legend = element('div'), proved = element('div', {class: 'quiet'}), pager = element('p', {class: 'pager'});
    const spoken = element('p', {class: 'hidden', 'aria-live': 'polite'});
    const lacking = chart.unmeasured.map((text) => element('li', {}, text));
    const unmeasured = lacking.length ? [element('div', {class: 'quiet'}, list(`No number in ${lacking.length}`, lacking))] : [];
    const made = element('article', {class: 'card'}, element('h3', {}, name), box, legend, pager, proved, ...unmeasured, spoken);
    const entry = {name, made, plot: null, from: 0};
    const page_of_lines = () => all.slice(entry.from, entry.from + most_lines);
    entry.redraw = () => {
      entry.plot?.destroy();
      const lines = page_of_lines().filter(({shown}) => shown);
      entry.plot = page.charts && lines.length ? draw(chart, box, lines, (text) => { spoken.textContent = text; }) : null;
    };
    const turn = (by) => {
      entry.from = Math.max(0, entry.from + by);
      const lines = page_of_lines();
      legend.replaceChildren(...(page.charts ? [sonde.legend(lines, entry.redraw)] : []));
      proved.replaceChildren(...proofs(chart, lines));
      pager.hidden = all.length <= most_lines;
      pager.replaceChildren(sonde.button('‹ lines', () => turn(-most_lines), {disabled: entry.from === 0}), ` ${entry.from + 1} to ${entry.from + lines.length} of ${all.length} `,
        sonde.button('lines ›', () => turn(most_lines), {disabled: entry.from + most_lines >= all.length}));
      entry.redraw();
    };
    entry.start = () => turn(0);
    return entry;
  };

  const cards = [];
  const show_more = () => {
    const next = page.scans.slice(cards.length, cards.length + a_page).map(card_of);
    cards.push(...next);
    sonde.by_id('setting-charts').append(...next.map(({made}) => made));
    next.forEach(({start}) => start());
    sonde.by_id('more-settings').hidden = cards.length === page.scans.length;
  };
  sonde.setting_charts = () => cards;
  sonde.redraw_settings = () => cards.forEach(({redraw}) => redraw());
  sonde.make_settings = () => {
    if (!page.scans?.length) return;
    sonde.by_id('settings').hidden = false;
    sonde.by_id('more-settings').addEventListener('click', show_more);
    show_more();
    addEventListener('resize', sonde.redraw_settings);
  };
}
