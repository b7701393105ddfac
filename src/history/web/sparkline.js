{
  const {svg, page} = sonde;
  const least_range = 400;  // 4 %: what is quiet looks quiet
  const pad = 4;

  // From nights and values to the units of a picture; places have one digit behind the point.
  const scales = (entry, width, height) => {
    const there = (values) => values.filter((value) => value !== null);
    const low = there(entry.low).reduce((a, b) => Math.min(a, b), Infinity), high = there(entry.high).reduce((a, b) => Math.max(a, b), -Infinity);
    const range = Math.max(least_range, high - low), middle = Number.isFinite(low) ? (low + high) / 2 : 0;
    const span = page.days[sonde.last_night] || 1;
    const round = (value) => Math.round(value * 10) / 10;
    return {x: (night) => round(sonde.last_night ? pad + (width - 2 * pad) * page.days[night] / span : width / 2),
      y: (value) => round(height / 2 - (height - 2 * pad) * (value - middle) / range)};
  };

  const points = (nights, values, {x, y}) => nights.map((night) => `${x(night)} ${y(values[night])}`);
  // A night alone is a dot: the end of a line is round.
  const line = (nights, entry, scale) => 'M' + points(nights, entry.values, scale).join('L') + (nights.length === 1 ? 'h0.1' : '');
  const band = (nights, entry, scale) => 'M' + points(nights, entry.high, scale).concat(points(nights, entry.low, scale).reverse()).join('L') + 'Z';

  // The levels, each a flat line to the night before the next.
  const steps = ({steps: all}, {x, y}, width) => all.map(([night, value], i) =>
    `${i ? 'L' : 'M'}${x(night)} ${y(value)}H${i + 1 < all.length ? x(all[i + 1][0]) : Math.max(x(sonde.last_night), Math.min(width, x(night) + 2))}`).join('');

  const spoken = (entry, raised) => {
    const last = sonde.measure(entry, entry.values[sonde.last_night]);
    return [`${entry.name}: ${sonde.plural(entry.measured, 'night')}`, last === null ? 'not measured in the last one' : 'last ' + sonde.of_unit(last, entry.unit),
      raised.size ? sonde.plural(raised.size, 'night') + ' with an alarm' : 'no alarm',
      ...entry.steps.slice(1).map(([night]) => 'a level from ' + page.nights[night])].join(', ');
  };

  sonde.sparkline = (at, width, height) => {
    const entry = page.cases[at], raised = sonde.raised[at], scale = scales(entry, width, height), {x, y} = scale;
    const runs = sonde.runs_of(entry.values);
    const levels = entry.levels.map(({night}) => svg('line', {class: 'level', x1: x(night), x2: x(night), y1: 0, y2: height}));
    const discs = [...raised].filter((night) => entry.values[night] !== null)
      .map((night) => svg('circle', {class: 'raised', cx: x(night), cy: y(entry.values[night]), r: 2.6}));
    const crosses = entry.failed.map((night) => svg('path', {class: 'failed', d: `M${x(night) - 2.5} ${height - 6}l5 5m0 -5l-5 5`}));
    return svg('svg', {class: 'sparkline', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': spoken(entry, raised), 'data-case': at}, ...levels,
      svg('path', {class: 'band', d: runs.filter((nights) => nights.length > 1).map((nights) => band(nights, entry, scale)).join('')}),
      svg('path', {class: 'line', d: runs.map((nights) => line(nights, entry, scale)).join('')}),
      svg('path', {class: 'steps', d: steps(entry, scale, width)}), ...discs, ...crosses);
  };

  // A place whose sparkline is drawn when it comes into sight.
  const draw = (place) => { if (!place.firstChild) place.append(sonde.sparkline(Number(place.dataset.of), Number(place.dataset.width), Number(place.dataset.height))); };
  const watcher = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach(({target}) => {
    watcher.unobserve(target);
    draw(target);
  }), {rootMargin: '200px'});
  sonde.place_for_sparkline = (at, width = 240, height = 36) => {
    const place = sonde.element('div', {class: 'sparkline', 'data-of': at, 'data-width': width, 'data-height': height});
    watcher.observe(place);
    return place;
  };
  sonde.draw_all_sparklines = () => document.querySelectorAll('div.sparkline').forEach(draw);
}
