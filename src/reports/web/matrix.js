{
  const {element, by_id, plural} = sonde;
  const few_lines = 40, a_page = 3000;  // lines that are shown unfolded; cells that are shown at first
  let data, box, holder, spoken;

  // The words of a case: its name, and a line for each number.
  const number = (column, row) => {
    const value = sonde.cell(column, row), {in_text, scale} = sonde.quantities[column];
    if (value === null) return '';
    const [low, high] = ['_low', '_high'].map((end) => sonde.cell(column + end, row));
    const shown = (one) => in_text(one / scale);
    return shown(value) + (low !== null && high !== null ? ` (${shown(low)} to ${shown(high)})` : '');
  };
  const name_of = (group, row) => [group.name, sonde.cell('processes', row) > 0 ? plural(sonde.cell('processes', row), 'process', 'processes') : '',
    sonde.cell('bytes', row) === null ? '' : sonde.exact_bytes(sonde.cell('bytes', row)) + (sonde.cell('bytes', row) ? '' : ' B')].filter(Boolean).join(', ');
  const said = (group, found) => {
    const several = sonde.sources.length > 1, rows = found.rows.filter((row) => row !== undefined);
    const lines = rows.map((row) => (several ? sonde.short_name(row) + ': ' : '') +
      (['time', 'rate', 'of_peak', 'of_reference'].map((column) => number(column, row)).filter(Boolean).join('; ') ||
        [sonde.name('status', row), sonde.name('text', row)].filter(Boolean).join(': ')));
    const last = rows[rows.length - 1], verdict = sonde.name('verdict', last);
    if (data.kind === 'sides' && verdict) lines.push([number('ratio', last), verdict].filter(Boolean).join('; '));
    else if (data.kind === 'files' && found.value) lines.push(sonde.plain(found.value, 3) + ' times the time of the first file' + (found.state === 'open' ? '; not proven' : ''));
    else if (data.kind === 'spread' && found.value !== undefined) lines.push(`the interval is ${sonde.plain(found.value, 2)} % of the median wide`);
    return [name_of(group, last), ...lines];
  };

  const hide = () => { box.hidden = true; };
  const tell = (cell) => {
    const {group, found} = cell.of;
    const [name, ...lines] = found ? said(group, found) : [group.name, 'no such case'];
    box.replaceChildren(element('strong', {}, name), ...lines.map((line) => element('div', {}, line)));
    box.hidden = false;
    const around = holder.getBoundingClientRect(), at = cell.getBoundingClientRect();
    const x = Math.min(at.left - around.left, around.width - box.offsetWidth), below = at.bottom - around.top + 6;
    const y = at.bottom + box.offsetHeight + 8 < innerHeight ? below : at.top - around.top - box.offsetHeight - 6;
    box.style.transform = `translate(${Math.max(0, x)}px, ${y}px)`;
    return [name, ...lines].join('; ');
  };
  const open = ({of: {group, found}}) => {
    if (!found || !sonde.open_chart) return;
    const row = found.rows.find((one) => one !== undefined);
    hide();
    sonde.open_chart({name: group.benchmark, processes: sonde.cell('processes', row), at: sonde.x_of(row),
      quantity: data.quantity});
  };

  // Of all lines of a group it is found once.
  const found_of = (group, at) => {
    group.worst ??= new Map();
    if (!group.worst.has(at)) group.worst.set(at, sonde.matrix_cell(data.kind, group.lines, at));
    return group.worst.get(at);
  };
  const cell_of = (group, lines, at) => {
    const found = lines === group.lines ? found_of(group, at) : sonde.matrix_cell(data.kind, lines, at);
    const made = element('td', {role: 'gridcell', tabindex: -1, class: found ? ['case', found.shade, found.state].filter(Boolean).join(' ') : 'none'},
      found ? found.text || {failed: '✕', skipped: '–', missing: '–', bare: '·'}[found.state] : '');
    made.of = {group, found};
    return made;
  };

  // A benchmark: one line, or several that are folded into the worst of them.
  const row_of = (grid, group, lines, first, last) => {
    const [line] = lines, several = group.lines.length > 1;
    const counts = lines.length > 1 ? `${lines[0].processes} … ${lines[lines.length - 1].processes}` : [line.processes ?? '', line.file].filter((part) => part !== '').join(', ');
    const fold = several && first ? sonde.button(group.name, () => {
      group.open = !group.open;
      grid.again(group);
    }, {class: 'fold', 'aria-expanded': String(group.open)}) : element('span', {class: first ? '' : 'hidden'}, group.name);
    return element('tr', {class: first ? 'first' : null}, element('th', {scope: 'row', title: group.name}, element('div', {}, fold,
      grid.sized || line.file ? element('span', {class: lines.length > 1 ? 'count several' : 'count'}, counts) : '')),
      ...grid.columns.map((at) => cell_of(group, lines, at)));
  };
  const rows_of = (grid, group) => (group.open ? group.lines.map((line, i) => row_of(grid, group, [line], i === 0)) : [row_of(grid, group, group.lines, true)]);

  // Arrow keys move from cell to cell; one cell of a grid is on the way of Tab.
  const move_from = (cell, key) => {
    const row = cell.parentElement, rows = [...row.parentElement.rows], down = rows.indexOf(row), right = cell.cellIndex, last = row.cells.length - 1;
    const [to_row, to_cell] = {ArrowUp: [down - 1, right], ArrowDown: [down + 1, right], ArrowLeft: [down, right - 1], ArrowRight: [down, right + 1],
      Home: [down, 1], End: [down, last], PageUp: [0, right], PageDown: [rows.length - 1, right]}[key] ?? [];
    return to_row === undefined ? null : rows[to_row]?.cells[Math.max(1, Math.min(last, to_cell))];
  };
  const listen = (table) => {
    const of_event = ({target}) => target.closest('td');
    table.addEventListener('pointerover', (event) => (of_event(event) ? tell(of_event(event)) : hide()));
    table.addEventListener('pointerleave', hide);
    table.addEventListener('focusout', hide);
    table.addEventListener('click', (event) => of_event(event) && open(of_event(event)));
    table.addEventListener('focusin', (event) => {
      const cell = of_event(event);
      if (!cell) return;
      table.querySelector('td[tabindex="0"]')?.setAttribute('tabindex', -1);
      cell.tabIndex = 0;
      spoken.textContent = tell(cell);
    });
    table.addEventListener('keydown', (event) => {
      const cell = of_event(event);
      if (!cell) return;
      const to = move_from(cell, event.key), opens = event.key === 'Enter' || event.key === ' ';
      if (event.key === 'Escape') hide();
      if (opens) open(cell);
      if (to) to.focus();
      if (to || opens) event.preventDefault();
    });
  };

  const worst_of = (grid, group) => Math.max(...(grid.whole ?? grid.columns).map((at) => found_of(group, at)?.weight ?? -1e9));
  const grid_of = (grid) => {
    const lines = grid.groups.reduce((sum, group) => sum + group.lines.length, 0);
    for (const group of grid.groups) group.open ??= lines <= few_lines;
    const table = element('table', {role: 'grid', class: grid.columns.length > 11 ? 'matrix wide' : 'matrix', 'aria-label': `${data.title}: benchmarks against ${grid.head.toLowerCase()}`});
    const more = element('p', {}), body = element('tbody'), step = Math.max(8, Math.floor(a_page / (grid.columns.length + 1)));
    const fits = Math.max(lines <= few_lines ? few_lines : 0, step);
    let shown = fits, order = grid.groups;
    if (lines > few_lines) {
      const weights = new Map(order.map((group) => [group, worst_of(grid, group)]));
      order = [...order].sort((a, b) => weights.get(b) - weights.get(a));
    }
    const fill = () => {
      body.replaceChildren(...order.slice(0, shown).flatMap((group) => rows_of(grid, group)));
      body.querySelector('td')?.setAttribute('tabindex', 0);
      more.hidden = shown >= order.length;
      more.firstChild.data = `The ${shown} that matter most of ${plural(order.length, 'benchmark')}. `;
    };
    grid.again = (group) => {
      fill();
      [...body.querySelectorAll('.fold')].find((button) => button.textContent === group.name)?.focus();
    };
    more.append(' ', sonde.button('Show more rows', () => { shown += step; fill(); }));
    table.append(element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, element('div', {}, 'Benchmark', element('span', {class: 'count'}, grid.sized ? 'Processes' : ''))),
      ...grid.columns.map((at) => element('th', {scope: 'col'}, at === null ? '' : grid.show(at))))), body);
    fill();
    listen(table);
    return element('div', {class: 'matrix-part'}, element('p', {class: 'quiet'}, grid.sized ? 'Against bytes of a message' : 'Against processes'), table, more);
  };

  const legend = () => element('p', {class: 'matrix-legend quiet'}, ...data.legend.map(([shade, text]) =>
    element('span', {}, element('i', {class: 'case ' + shade, 'aria-hidden': 'true'}), text)),
  element('span', {}, '✕ failed'), element('span', {}, '– skipped or without a number'),
  element('span', {}, [data.note, 'A folded row shows the worst of its numbers of processes. A click on a cell, or Enter, opens its chart.'].filter(Boolean).join(' ')));

  const show = (kind) => {
    data = sonde.matrix_data(kind);
    box = element('div', {class: 'tooltip', hidden: true});
    spoken = element('p', {class: 'hidden', 'aria-live': 'polite'});
    holder = element('div', {class: 'matrix-holder'}, element('div', {class: 'scroll matrices'}, ...data.grids.map(grid_of)), box);
    by_id('matrix-grids').replaceChildren(element('p', {class: 'matrix-title'}, data.title), holder, legend(), spoken);
  };
  // Paper has no scroll bars: what is wider stands in strips of columns one below the other, drawn smaller as far as it can be read.
  const paper_width = 680, least_scale = 0.6;
  const strips_of = (grid, width) => {
    const [name_width] = [...document.querySelectorAll('.matrix th:first-child')].map((th) => th.offsetWidth), count = grid.columns.length;
    const strips = Math.ceil((width - name_width) / (paper_width / least_scale - name_width)), each = Math.ceil(count / strips);
    return Array.from({length: strips}, (_, i) => ({...grid, whole: grid.columns, columns: grid.columns.slice(i * each, (i + 1) * each)}));
  };
  sonde.fit_matrix_to_paper = () => {
    const matrix = by_id('matrix'), box = matrix.querySelector('.matrices');
    if (!box) return () => {};
    const screen = [...box.children], width_of = (part) => part.querySelector('.matrix').offsetWidth;
    matrix.classList.add('on-paper');
    box.replaceChildren(...screen.flatMap((part, i) => (width_of(part) * least_scale <= paper_width ? [part]
      : strips_of(data.grids[i], width_of(part)).map(grid_of))));
    matrix.style.setProperty('--to-paper', Math.min(1, paper_width / Math.max(1, ...[...box.children].map(width_of))));
    matrix.classList.remove('on-paper');
    return () => box.replaceChildren(...screen);
  };
  sonde.make_matrix = () => {
    const kinds = sonde.matrix_kinds();
    by_id('matrix').hidden = sonde.page.cases.size === 0;
    if (by_id('matrix').hidden) return;
    if (kinds.length > 1) by_id('matrix-choice').append(sonde.choice('Cells', kinds, kinds[0][0], show));
    show(kinds[0][0]);
  };
}
