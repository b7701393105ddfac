{
  // Compositions beside the calls they stand for: grids of guidelines against lengths. A cell says its ratio and its verdict; colours
  // only repeat them.
  const {element, by_id, page, plural, seconds, plain} = sonde;
  const steps = [1.05, 1.25, 1.5, 2, 3];  // ratios from which a cell is of the next shade

  const shade = (ratio) => {
    const away = Math.max(ratio, 1 / ratio), step = steps.filter((least) => away >= least).length;
    return step ? `${ratio > 1 ? 'slow' : 'fast'}-${step}` : '';
  };
  const said = (row, cell) => [`${row.call} ${seconds(cell.left)}, ${row.composition} ${seconds(cell.right)}`,
    `ratio ${plain(cell.ratio, 3)}` + (cell.low === null ? '' : ` (${plain(cell.low, 3)} to ${plain(cell.high, 3)})`),
    plural(cell.launches, 'launch', 'launches'), cell.why, cell.buffer > 0 ? `${sonde.bytes(cell.buffer)} more memory` : ''].filter(Boolean).join('; ');

  const cell_of = (row, cell) => (cell
    ? element('td', {class: `case ${cell.verdict} ${shade(cell.ratio)}`, title: said(row, cell)}, plain(cell.ratio, 3), element('small', {}, cell.verdict))
    : element('td', {}, '–'));
  const line_of = (row) => element('tr', {}, element('th', {scope: 'row'}, `${row.call}, ${row.id}`, element('small', {}, row.composition)),
    ...row.cells.map((cell) => cell_of(row, cell)));
  const length = (bytes) => (bytes === null ? '–' : bytes < 1024 ? `${bytes} B` : sonde.exact_bytes(bytes));

  const grid_of = (side, grid) => {
    const name = [side, grid.title].filter(Boolean).join(': ') || 'All';
    return element('div', {class: 'scroll spaced', tabindex: 0, role: 'region', 'aria-label': `Guidelines, ${name}`},
      element('table', {class: 'map guideline-map'}, element('caption', {}, name),
        element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, 'Call, guideline, composition'), ...grid.lengths.map((bytes) => element('th', {scope: 'col'}, length(bytes))))),
        element('tbody', {}, ...grid.rows.map(line_of))));
  };

  sonde.make_guidelines = () => {
    const parts = page.guidelines ?? [];
    if (!parts.length) return;
    by_id('guidelines').hidden = false;
    by_id('guideline-sentences').append(...parts.flatMap(({side, sentences}) => sentences.map((text) => element('li', {}, side ? `${side}: ${text}` : text))));
    by_id('guideline-sentences').hidden = parts.every(({sentences}) => !sentences.length);
    by_id('guideline-grids').append(...parts.flatMap(({side, grids}) => grids.map((grid) => grid_of(side, grid))));
  };
}
