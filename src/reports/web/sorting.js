{
  // Of two values of a column; what is not there stands last, whichever way the others go.
  sonde.compare = (a, b, down) => (a === b ? 0 : a === null || a === '' ? 1 : b === null || b === '' ? -1
    : (typeof a === 'string' ? (a < b ? -1 : 1) : a - b) * (down ? -1 : 1));

  // The rows in the order of state.sort, a column, up or state.down; without one as they are.
  sonde.in_order = (rows, state) => {
    if (!state.sort) return rows;
    const keys = rows.map((row, at) => [state.sort.raw(row), at, row]);
    return keys.sort((a, b) => sonde.compare(a[0], b[0], state.down) || a[1] - b[1]).map(([, , row]) => row);
  };

  // A heading that sorts by its column; `again` shows the table inside `holder` anew.
  sonde.sorting_head = (column, state, holder, again) => {
    const sorted = state.sort === column ? (state.down ? 'descending' : 'ascending') : 'none';
    const button = sonde.button(column.label, () => {
      state.down = state.sort === column && !state.down;
      state.sort = column;
      again();
      holder.querySelector(`[data-key="${column.key}"]`).focus();
    }, {'data-key': column.key});
    return sonde.element('th', {scope: 'col', 'aria-sort': sorted, class: column.numeric ? 'number' : ''}, button);
  };
}
