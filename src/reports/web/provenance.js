{
  const {element, page} = sonde;

  const environment = (run) => {
    const entries = Object.entries(run.environment);
    return entries.length === 0 ? '' : element('details', {}, element('summary', {}, sonde.plural(entries.length, 'environment variable')),
      element('dl', {class: 'facts'}, ...entries.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)])));
  };

  // Files side by side; a row where they differ is marked.
  const table = () => {
    const labels = [...new Set(page.runs.flatMap((run) => run.facts.map(([label]) => label)))];
    const value = (run, label) => run.facts.find(([name]) => name === label)?.[1] ?? '–';
    const rows = labels.map((label) => [label, ...page.runs.map((run) => value(run, label))]);
    const made = sonde.simple_table('Provenance', ['Fact', ...page.runs.map((run) => run.name)], rows);
    made.classList.add('provenance');
    made.querySelectorAll('tbody tr').forEach((line, i) => line.classList.toggle('differs', new Set(rows[i].slice(1)).size > 1));
    return made;
  };

  sonde.make_provenance = () => sonde.by_id('facts').append(
    page.runs.length > 1 ? element('p', {class: 'quiet'}, 'Marked rows differ between the files.') : '',
    element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Provenance'}, table()), ...page.runs.map(environment));
}
