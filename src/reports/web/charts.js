{
  const a_page = 24;
  let charts = [], shown = a_page;
  const on_screen = new IntersectionObserver((entries) => entries.forEach(({isIntersecting, target}) => {
    if (isIntersecting && !target.chart.plot) target.chart.redraw();
  }), {rootMargin: '300px'});
  const resized = new ResizeObserver((entries) => entries.forEach(({target}) => target.chart.resize()));

  const matching = () => charts.filter((chart) => chart.name.toLowerCase().includes(sonde.view.filter));

  const card_of = (chart) => {
    if (!chart.card) {
      chart.card = sonde.chart_card(chart);
      chart.card.chart = chart;
      on_screen.observe(chart.card);
      resized.observe(chart.card);
    }
    return chart.card;
  };

  const lay_out = () => {
    const found = matching(), cards = found.slice(0, shown).map(card_of);
    const grid = sonde.by_id('chart-grid');
    if (cards.length !== grid.children.length || cards.some((card, i) => grid.children[i] !== card)) grid.replaceChildren(...cards);
    sonde.by_id('more-charts').hidden = found.length <= shown;
    sonde.by_id('chart-status').textContent = found.length > cards.length || found.length < charts.length
      ? `${cards.length} of ${sonde.plural(charts.length, 'benchmark')} shown.` : '';
  };

  const redraw_built = () => charts.forEach((chart) => chart.built && chart.card.isConnected && chart.redraw());

  sonde.redraw_charts = redraw_built;
  // For paper: all that were asked for and, of the others, as many as a person would turn pages for.
  const most_on_paper = 200;
  sonde.lay_out_all_charts = () => {
    const before = shown;
    shown = Math.max(shown, most_on_paper);
    lay_out();
    charts.forEach((chart) => chart.card?.isConnected && chart.redraw());
    return () => {
      shown = before;
      lay_out();
    };
  };
  const chart_named = (name) => charts.find((chart) => chart.name === name);
  const filter = (text) => {
    const input = sonde.by_id('chart-filter');
    input.value = text;
    input.dispatchEvent(new Event('input'));
  };
  // The card of a benchmark, drawn; a chart that is far down is found by its name.
  sonde.find_chart = (name) => {
    const chart = chart_named(name);
    if (!chart) return null;
    const place = charts.indexOf(chart);
    if (place >= most_on_paper) filter(name);
    else if (!matching().includes(chart)) filter('');
    shown = Math.max(shown, Math.min(place, most_on_paper) + 1);
    lay_out();
    if (!chart.plot) chart.redraw();
    return chart.card;
  };
  sonde.has_chart = (name) => Boolean(chart_named(name));
  sonde.go_to_chart = (name, at) => {
    const card = sonde.find_chart(name), {plot} = card.chart;
    card.scrollIntoView({block: 'center'});
    card.querySelector('.plot').focus({preventScroll: true});
    const index = plot && at !== undefined ? plot.data[0].findIndex((x) => x >= at) : -1;
    if (index >= 0) requestAnimationFrame(() => sonde.point_at(plot, index));  // uPlot has laid out what it was just given
  };

  // Which numbers of processes have their lines shown; nothing where all have. A chart tells them where it has lines of several.
  const count_of = (text) => parseInt(text, 10);
  const all_counts = () => sonde.key.find(({kind}) => kind === 'processes')?.texts ?? [];
  sonde.shown_processes = () => {
    const kept = all_counts().filter((text) => !sonde.is_hidden('processes', text));
    return kept.length === all_counts().length ? null : kept.map(count_of);
  };
  sonde.show_processes = (counts) => {
    const known = all_counts().some((text) => counts?.includes(count_of(text)));
    for (const text of all_counts()) sonde.hide('processes', text, known && !counts.includes(count_of(text)));
    show_legend();
  };
  sonde.tells_processes = (name) => new Set([...chart_named(name).keys.values()].map(({parts}) => parts.processes)).size > 1;
  const legend_changed = () => {
    redraw_built();
    sonde.write_address();
  };
  const show_legend = () => sonde.by_id('legend').replaceChildren(...sonde.shared_legend(legend_changed));
  sonde.chart_list = () => charts;

  sonde.make_chart_section = () => {
    if (!sonde.page.charts || typeof uPlot === 'undefined') {
      sonde.by_id('no-charts').hidden = false;
      return;
    }
    sonde.make_probes();
    sonde.make_toolbar();
    const {sides} = sonde.page;
    if (!sides) sonde.by_id('chart-note').textContent = 'Times and rates are those of the median over the batches, with its 95 % interval as a band; where a file has ' +
      'no median, of the slowest rank, without a band; beside computation t_pure. Findings and fitted models take the same, the overlap model the time of the slowest rank over all repetitions.';
    else sonde.by_id('chart-note').textContent = sides.map(({name, runs}) => `${name}: ${sonde.plural(runs, 'run')}`).join(', ') +
      '. A line is the median over the runs of a side; its band reaches from the least run to the greatest, of a single run it is the 95 % interval ' +
      'of its median. New over base: the ratio that was tested, with its interval.';
    charts = sonde.make_charts();
    show_legend();
    sonde.by_id('more-charts').addEventListener('click', () => {
      shown += a_page;
      lay_out();
    });
    sonde.on_view(() => {
      lay_out();
      redraw_built();
    });
    lay_out();
    sonde.make_address();
  };
}
