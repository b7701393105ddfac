{
  const {by_id, element} = sonde;
  const root = document.documentElement;

  const redraw = () => {
    sonde.redraw_charts();
    sonde.redraw_fits();
    sonde.redraw_settings();
    sonde.redraw_links();
    sonde.redraw_calls();
  };

  const make_navigation = () => by_id('sections').append(...[...document.querySelectorAll('main > section:not([hidden])')].map((section) =>
    element('li', {}, element('a', {href: '#' + section.id}, section.querySelector('h2').textContent))));

  // Paper is white and cannot be scrolled or opened: light colours, what is closed open, and every chart and row of the page there.
  let restore = [];
  const open_all = (closed) => {
    closed.forEach((details) => { details.open = true; });
    return () => closed.forEach((details) => { details.open = false; });
  };
  // Tables that are wider than paper get headings that stand upright, and are drawn smaller.
  const paper_width = 680, type_of_paper = 0.8, least_scale = 0.6;
  const fit_tables = () => document.querySelectorAll('.scroll > table').forEach((table) => {
    const scale = () => paper_width / (type_of_paper * table.offsetWidth);
    table.classList.remove('upright');
    table.style.width = 'min-content';
    table.classList.toggle('upright', table.matches('.map') && scale() < 1);
    table.style.setProperty('--to-paper', Math.max(least_scale, Math.min(1, scale())));
    table.style.width = '';
  });
  const prepare_print = () => {
    const colours = root.style.colorScheme;
    root.style.colorScheme = 'light';
    restore = [sonde.fit_matrix_to_paper(), sonde.lay_out_all_charts(), sonde.open_all_fits(), sonde.lay_out_all_rows(),
      open_all([...document.querySelectorAll('details:not([open])')]), () => document.querySelectorAll('.upright').forEach((table) => table.classList.remove('upright')), () => { root.style.colorScheme = colours; }];
    sonde.redraw_links();
    sonde.redraw_calls();
    fit_tables();
  };
  const after_print = () => {
    restore.forEach((undo) => undo());
    restore = [];
    redraw();
  };

  const listen = () => {
    addEventListener('beforeprint', prepare_print);
    addEventListener('afterprint', after_print);
  };

  sonde.start([sonde.make_summary, sonde.make_matrix, sonde.make_findings, sonde.make_links, sonde.make_guidelines, sonde.make_chart_section, sonde.make_settings, sonde.make_arrivals, sonde.make_calls, sonde.make_ranks, sonde.make_fits,
    sonde.make_provenance, sonde.make_table, sonde.make_verdict, make_navigation, listen], redraw);
}
