{
  const most_bins = 60, finest_bin = 1.02; // a bin is 2 % wide, or wider where times lie far apart
  const half_of_one = 0.5; // where bars begin on the logarithmic axis of counts

  // Times in bins of one ratio: {at: the middle of each, counts}. Empty bins have no count.
  const bins_of = (times) => {
    let low = Infinity, high = 0;
    for (const time of times) if (time > 0) [low, high] = [Math.min(low, time), Math.max(high, time)];
    if (!(high > 0)) return null;
    const wide = Math.max(Math.log(finest_bin), Math.log(high / low) / (most_bins - 1));
    const counts = new Array(Math.floor(Math.log(high / low) / wide + 1e-9) + 1).fill(0);
    for (const time of times) if (time > 0) ++counts[Math.min(counts.length - 1, Math.floor(Math.log(time / low) / wide + 1e-9))];
    return {at: counts.map((_, i) => low * Math.exp((i + 0.5) * wide)), counts: counts.map((count) => count || null), wide};
  };

  // How many links have which time: `times` of all of them, `show` makes text of one. Few slow ones among many are seen, since counts
  // stand on a logarithmic axis.
  sonde.link_histogram = (box, times, show, label) => {
    const bins = bins_of(times);
    box.replaceChildren();
    if (!bins || typeof uPlot === 'undefined') return null;
    const line = {label: 'links', shown: true, colour: 0, dash: 0};
    const {options, data} = sonde.chart_options({drawn: [{line, values: bins.counts}], x: bins.at, log_x: true, log_y: true, sized: false, show_x: show,
      show_y: (value) => sonde.plain(value), x_label: label, y_label: 'Links', plugins: [], width: box.clientWidth || 320, height: 190});
    Object.assign(options.series[1], {paths: uPlot.paths.bars({size: [1, 60], gap: 1}), fill: options.series[1].stroke, points: {show: false}, width: 0});
    const ends = [bins.at[0] * Math.exp(-bins.wide), bins.at.at(-1) * Math.exp(bins.wide)];
    options.scales.x = {time: false, distr: 3, log: 10, range: () => ends};
    options.scales.y.range = (plot, low, high) => [half_of_one, (high ?? 1) * 2];
    options.axes[0].splits = () => [0, 1, 2, 3, 4].map((i) => ends[0] * (ends[1] / ends[0]) ** ((i + 0.5) / 5));
    box.setAttribute('aria-label', `How many links have which ${label.toLowerCase()}: from ${show(bins.at[0])} to ${show(bins.at.at(-1))}`);
    return new uPlot(options, data, box);
  };
}
