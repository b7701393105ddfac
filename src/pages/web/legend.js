{
  const svg = (tag, attributes) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  };

  sonde.dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

  // The stroke of a line as a small picture; its colour comes from the style sheet and follows the theme.
  sonde.swatch = (line) => {
    const picture = svg('svg', {viewBox: '0 0 28 10', width: 28, height: 10, 'aria-hidden': 'true', class: 'line-' + line.colour});
    picture.append(svg('line', {x1: 0, x2: 28, y1: 5, y2: 5, stroke: 'currentColor', 'stroke-width': 2.5,
      'stroke-dasharray': sonde.dashes[line.dash].join(' ') || 'none'}), svg('circle', {cx: 14, cy: 5, r: 3.2, fill: 'currentColor'}));
    return picture;
  };

  // One button a line: pressed means drawn.
  sonde.legend = (lines, on_toggle) => sonde.element('div', {class: 'legend', role: 'group', 'aria-label': 'Lines'},
    ...lines.map((line) => {
      const button = sonde.element('button', {type: 'button', 'aria-pressed': String(line.shown)}, sonde.swatch(line),
        sonde.element('span', {}, line.label));
      button.addEventListener('click', () => {
        line.shown = !line.shown;
        button.setAttribute('aria-pressed', String(line.shown));
        on_toggle(line);
      });
      return button;
    }));
}
