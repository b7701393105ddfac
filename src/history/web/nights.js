{
  const page = JSON.parse(sonde.by_id('data').textContent);
  const last = page.nights.length - 1;
  sonde.page = page;
  sonde.last_night = last;

  // "115.2 µs", "1.05e4 MB/s"; null is nothing.
  sonde.of_unit = (value, unit) => (unit === 's' ? sonde.seconds(value) : sonde.plain(value) + ' ' + unit);
  // What a case took in a night, from a part of its values: the logarithm of time over its level, in parts of 10000.
  // An overlap as what a transfer and a computation of its length take together, in units of one of them.
  sonde.measure = (entry, part) => {
    if (part === null) return null;
    if (entry.unit === '%') return 100 * (2 - (2 - entry.level / 100) * Math.exp(part / 1e4));
    return entry.level * Math.exp((entry.unit === 's' ? 1 : -1) * part / 1e4);
  };
  // The change of time from one part to another.
  sonde.step_between = (before, after) => Math.expm1((after - before) / 1e4);
  sonde.percent = (fraction) => (fraction === null ? '–' : sonde.plain(100 * fraction, 3) + ' %');
  // As sonde history check prints changes.
  sonde.signed_percent = (fraction) => (fraction === null ? '–' : (fraction < 0 ? '' : '+') + (100 * fraction).toFixed(1) + ' %');

  // Nights of each case that raised the alarm.
  sonde.raised = page.cases.map(() => new Set());
  for (const alarm of page.alarms)
    if (alarm.kind === 'slower' && alarm.case !== null) alarm.nights.forEach((night) => sonde.raised[alarm.case].add(night));

  // Nights follow each other where no more than about the usual pause lies between them: else there is a gap.
  const pauses = page.days.slice(1).map((day, i) => day - page.days[i]).sort((a, b) => a - b);
  const usual = pauses.length ? pauses[pauses.length >> 1] : 1;
  const follows = (night) => page.days[night] - page.days[night - 1] <= 1.6 * usual + 0.05;

  // The nights of a case as runs without a gap: [[3, 4, 5], [9]].
  sonde.runs_of = (values) => {
    const runs = [];
    let open = false;
    values.forEach((value, night) => {
      if (value === null) { open = false; return; }
      if (open && follows(night)) runs[runs.length - 1].push(night);
      else runs.push([night]);
      open = true;
    });
    return runs;
  };
}
