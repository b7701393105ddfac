{
  const {element, plural, count, page} = sonde;
  const distinct = (key) => [...new Set(page.runs.map((run) => run[key]).filter(Boolean))];
  const range = (values) => (values.length === 0 ? '' : values.length === 1 ? count(values[0]) : count(Math.min(...values)) + ' to ' + count(Math.max(...values)));
  const sum = (key) => page.runs.reduce((total, run) => total + run[key], 0);

  const tile = (label, value) => (value ? element('div', {}, element('dt', {}, label), element('dd', {}, value)) : '');
  // What a library says of itself can be a paragraph; the whole of it stands with the provenance.
  const first_part = (text) => text.split(/[,\n]/)[0].trim();
  const missing = () => sum('failed') + sum('skipped');

  sonde.make_summary = () => {
    sonde.by_id('subtitle').textContent = [distinct('program').join(', '), distinct('started').slice(0, 2).join(', ')].filter(Boolean).join(' · ');
    sonde.by_id('made').textContent = `Made by sonde ${page.sonde}${page.made ? ' on ' + page.made : ''}. This page loads nothing from the network.`;
    sonde.by_id('tiles').append(
      tile('Files', count(page.runs.length)),
      tile('Cases measured', count(sum('measured'))),
      tile('Cases missing', missing() ? count(missing()) : 'none'),
      tile('Ranks', range(distinct('ranks'))),
      tile('Hosts', range(distinct('hosts'))),
      tile('MPI library', [...new Set(distinct('library').map(first_part))].join(', ')),
      tile('Processor', distinct('processor').join(', ')));
    const rows = page.runs.map((run) => [run.name, run.program || '–', run.started || '–', run.ranks || '–', count(run.benchmarks),
      count(run.measured), run.skipped + run.failed ? `${plural(run.skipped, 'skipped', 'skipped')}, ${count(run.failed)} failed` : 'none']);
    sonde.by_id('runs').append(sonde.simple_table('Files of this report', ['File', 'Program', 'Started', 'Ranks', 'Benchmarks', 'Measured', 'Missing'], rows));
  };
}
