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
  sonde.find_chart = (name) => {
    const input = sonde.by_id('chart-filter');
    input.value = name;
    input.dispatchEvent(new Event('input'));
  };
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
      'no median, of the slowest rank, without a band. Findings and fitted models take the same, the overlap model the time of the slowest rank over all repetitions.';
    else sonde.by_id('chart-note').textContent = sides.map(({name, runs}) => `${name}: ${sonde.plural(runs, 'run')}`).join(', ') +
      '. A line is the median over the runs of a side; its band reaches from the least run to the greatest, of a single run it is the 95 % interval ' +
      'of its median. New over base: the ratio that was tested, with its interval.';
    charts = sonde.make_charts();
    sonde.by_id('legend').append(...sonde.shared_legend(redraw_built));
    sonde.by_id('more-charts').addEventListener('click', () => {
      shown += a_page;
      lay_out();
    });
    sonde.on_view(() => {
      lay_out();
      redraw_built();
    });
    lay_out();
  };
}
