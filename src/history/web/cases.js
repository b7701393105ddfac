{
  const {element, page, by_id} = sonde;
  const a_piece = 200;
  const columns = [
    {key: 'name', label: 'Case', csv: 'case', raw: (at) => page.cases[at].name},
    {key: 'raised', label: 'Alarms', csv: 'nights_with_alarm', numeric: true, raw: (at) => sonde.raised[at].size, show: (at) => sonde.raised[at].size || ''},
    {key: 'measured', label: 'Nights', csv: 'nights', numeric: true, raw: (at) => page.cases[at].measured},
    {key: 'last', label: 'Last night', csv: 'last', numeric: true, raw: (at) => page.cases[at].last,
      show: (at) => last_of(page.cases[at])},
    {key: 'unit', csv: 'unit', raw: (at) => page.cases[at].unit},
    {key: 'launches', label: 'Launches', csv: 'launches', numeric: true, raw: (at) => page.cases[at].launches,
      show: (at) => page.cases[at].launches + (page.cases[at].weak ? ', weak' : '')},
    {key: 'change', label: 'Time', csv: 'time_change', numeric: true, raw: (at) => page.cases[at].change, show: (at) => sonde.signed_percent(page.cases[at].change)},
    {key: 'visible', label: 'Would be seen', csv: 'smallest_change_seen', numeric: true, raw: (at) => page.cases[at].visible,
      show: (at) => sonde.percent(page.cases[at].visible)},
  ];
  const state = {rows: [], shown: a_piece, sort: null, down: false, filter: ''};

  const last_of = (entry) => (entry.last !== null ? sonde.of_unit(entry.last, entry.unit) : entry.failed.includes(sonde.last_night) ? 'failed' : '–');
  const in_table = columns.filter(({label}) => label);

  const row = (at) => element('tr', {}, element('th', {scope: 'row'}, page.cases[at].name), element('td', {}, sonde.place_for_sparkline(at)),
    ...in_table.slice(1).map((column) => element('td', {class: 'number'}, column.show ? column.show(at) : column.raw(at))));

  const select = () => {
    const all = page.cases.map((_, at) => at);
    state.rows = sonde.in_order(state.filter ? all.filter((at) => page.cases[at].name.toLowerCase().includes(state.filter)) : all, state);
    state.shown = a_piece;
  };

  const show = () => {
    const holder = by_id('cases-table');
    const heads = in_table.map((column) => sonde.sorting_head(column, state, holder, () => { select(); show(); }));
    heads.splice(1, 0, element('th', {scope: 'col'}, 'All nights'));
    const visible = state.rows.slice(0, state.shown);
    holder.replaceChildren(element('table', {}, element('caption', {class: 'hidden'}, 'All cases'), element('thead', {}, element('tr', {}, ...heads)),
      element('tbody', {}, ...visible.map(row))));
    by_id('cases-status').textContent = `${visible.length < state.rows.length ? sonde.count(visible.length) + ' of ' : ''}${sonde.plural(state.rows.length, 'case')}. ` +
      'Time: the last night against the median of the 24 before. Would be seen: the smallest slowdown that four such nights show with 80 % probability. A click on a heading sorts.';
    by_id('more-cases').hidden = visible.length === state.rows.length;
  };

  // For paper, where nobody scrolls.
  sonde.lay_out_all_cases = () => {
    state.shown = state.rows.length;
    show();
    sonde.draw_all_sparklines();
  };

  sonde.make_cases = () => {
    by_id('filter').addEventListener('input', (event) => {
      state.filter = event.target.value.trim().toLowerCase();
      select();
      show();
    });
    by_id('more-cases').addEventListener('click', () => {
      state.shown += a_piece;
      show();
    });
    by_id('csv').addEventListener('click', () => sonde.download('history.csv', sonde.csv(columns, state.rows)));
    select();
    show();
  };
}
