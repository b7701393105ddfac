{
  const {svg} = sonde;

  sonde.dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

  // The stroke of a line as a small picture; its colour comes from the style sheet and follows the theme.
  sonde.swatch = (line) => {
    const picture = svg('svg', {viewBox: '0 0 28 10', width: 28, height: 10, 'aria-hidden': 'true', class: 'line-' + line.colour});
    picture.append(svg('line', {x1: 0, x2: 28, y1: 5, y2: 5, stroke: 'currentColor', 'stroke-width': 2.5,
      'stroke-dasharray': sonde.dashes[line.dash].join(' ') || 'none'}), svg('circle', {cx: 14, cy: 5, r: 3.2, fill: 'currentColor'}));
    return picture;
  };

  const toggle = (picture, text, shown, on_change) => {
    const button = sonde.element('button', {type: 'button', 'aria-pressed': String(shown)}, picture, sonde.element('span', {}, text));
    button.addEventListener('click', () => {
      const now = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(now));
      on_change(now);
    });
    return button;
  };

  // One button a line: pressed means drawn.
  sonde.legend = (lines, on_toggle) => sonde.element('div', {class: 'legend', role: 'group', 'aria-label': 'Lines'},
    ...lines.map((line) => toggle(sonde.swatch(line), line.label, line.shown, (shown) => {
      line.shown = shown;
      on_toggle(line);
    })));

  // The legend of all charts: a row for each part that tells lines apart, a button for each of its texts.
  const titles = {processes: 'Processes', length: 'Length', threads: 'Threads', mode: 'Mode', group: 'Group', file: 'File'};
  sonde.shared_legend = (on_toggle) => sonde.key.map(({kind, texts, colour, dash}) => {
    const title = kind === 'file' && sonde.page.sides ? 'Side' : titles[kind];
    const picture = (i) => (colour || dash ? sonde.swatch({colour: colour ? sonde.colour_of(kind, i, texts.length) : 5, dash: dash ? i % 4 : 0}) : '');
    return sonde.element('div', {class: 'legend', role: 'group', 'aria-label': title}, sonde.element('span', {class: 'quiet'}, title),
      ...texts.map((text, i) => toggle(picture(i), text, !sonde.is_hidden(kind, text), (shown) => {
        sonde.hide(kind, text, !shown);
        on_toggle();
      })));
  });
}
