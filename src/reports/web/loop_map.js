{
  const {element, page, plural, plain, seconds} = sonde;
  const faintest = 0.3;  // of the colour, where one batch is
  const maps = () => page.calls.maps;
  const names = () => [...new Set(maps().map(({name}) => name))];
  let chosen = '', plots = [];

  const edge = ({low, ratio}, row) => low * ratio ** row;
  const most_of = (all) => Math.max(...all.flatMap(({cells}) => cells.map(([, , count]) => count)));

  // The cells, darker where more batches are.
  const painter = (map, most) => (plot) => {
    const {ctx} = plot, width = Math.max(1, map.repetitions) / map.columns;
    ctx.save();
    ctx.fillStyle = getComputedStyle(sonde.by_id('probe-line-0')).color;
    for (const [column, row, count] of map.cells) {
      const [left, right] = [column, column + 1].map((at) => Math.round(plot.valToPos(at * width, 'x', true)));
      const [bottom, top] = [row, row + 1].map((at) => Math.round(plot.valToPos(edge(map, at), 'y', true)));
      ctx.globalAlpha = faintest + (1 - faintest) * (most > 1 ? (count - 1) / (most - 1) : 1);
      ctx.fillRect(left, top, Math.max(1, right - left), Math.max(1, bottom - top));
    }
    ctx.restore();
  };

  // What is under the cursor, as a sentence below.
  const reader = (map, status) => (plot) => {
    const {left, top} = plot.cursor;
    if (left < 0 || top < 0) return;
    const width = Math.max(1, map.repetitions) / map.columns, column = Math.floor(plot.posToVal(left, 'x') / width);
    const row = Math.floor(Math.log(plot.posToVal(top, 'y') / map.low) / Math.log(map.ratio));
    const found = map.cells.find(([at_column, at_row]) => at_column === column && at_row === row);
    status.textContent = `Repetitions ${plain(Math.max(0, column) * width)} to ${plain((Math.max(0, column) + 1) * width)}, ${seconds(edge(map, row))} to ${
      seconds(edge(map, row + 1))}: ${plural(found?.[2] ?? 0, 'batch', 'batches')}.`;
  };

  const draw_one = (map, all, box, status) => {
    const most = most_of(all), last = Math.max(1, ...all.map(({repetitions}) => repetitions));
    const low = Math.min(...all.map((one) => one.low)), high = Math.max(...all.map((one) => edge(one, one.rows)));
    const margin = Math.max(1.02, (high / low) ** 0.04), line = {label: 'batches', shown: true, colour: 0, dash: 0};
    const {options, data} = sonde.chart_options({drawn: [{line, values: [null, null]}], x: [0, last], log_x: false, log_y: true, sized: false, show_x: (value) => plain(value),
      show_y: seconds, x_label: 'Repetition', y_label: 'Time of a repetition, mean of a batch', plugins: [{hooks: {draw: painter(map, most), setCursor: reader(map, status)}}],
      width: box.clientWidth || 320, height: 300});
    options.scales.x.range = () => [0, last];
    options.scales.y.range = () => [low / margin, high * margin];
    options.axes[1].splits = sonde.log_splits(({height}) => height / 32);
    options.cursor.drag = {x: false, y: false};
    return new uPlot(options, data, box);
  };

  const said = ({loops, batches, repetitions}) => `${plural(batches, 'batch', 'batches')} of about ${
    plural(Math.max(1, Math.round(repetitions * loops / batches)), 'repetition')}${loops > 1 ? `, sum of ${loops} loops` : ''}`;

  const draw = () => {
    plots.forEach((plot) => plot.destroy());
    const all = maps().filter(({name}) => name === chosen), box = sonde.by_id('loop-maps'), sources = sonde.source_names();
    const cards = all.map((map) => {
      const made = element('div', {class: 'plot', role: 'img', 'aria-label': `Batches of ${chosen} over the loop: ${said(map)}`});
      const status = element('p', {class: 'quiet'}, 'Point at a cell to see what it counts.');
      return {map, made, status, card: element('article', {class: 'card'}, element('h3', {}, sources[map.run]), element('p', {class: 'quiet'}, said(map)), made, status)};
    });
    box.replaceChildren(...cards.map(({card}) => card));
    sonde.by_id('loop-scale').replaceChildren('1 ', element('span', {class: 'count-scale', 'aria-hidden': 'true'}), ` ${plural(most_of(all), 'batch', 'batches')} in a cell`);
    plots = cards.map(({map, made, status}) => draw_one(map, all, made, status));
  };

  sonde.loop_plots = () => plots;
  sonde.redraw_loops = () => { if (chosen) draw(); };
  sonde.make_loops = () => {
    if (!maps().length) return;
    sonde.by_id('calls').hidden = false;
    sonde.by_id('loops').hidden = false;
    const choose = (name) => {
      chosen = name;
      draw();
    };
    sonde.by_id('loop-choice').append(sonde.chooser('Case', names(), choose));
    choose(names()[0]);
    addEventListener('resize', draw);
  };
}
