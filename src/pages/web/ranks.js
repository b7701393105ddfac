{
  const {element, page, plural} = sonde;
  const percent = (share) => (share === null ? '' : String(Math.round(100 * share)));

  const cell = (share) => {
    const made = element('td', {class: 'heat'}, percent(share));
    made.style.setProperty('--share', Math.round(100 * (share ?? 0)) + '%');
    if (share > 0.5) made.classList.add('strong');
    return made;
  };

  const row = (rank) => element('tr', {}, element('th', {scope: 'row'}, rank.rank), element('td', {}, rank.host || '–'),
    element('td', {}, rank.cores.slice(0, 8).join(', ') + (rank.cores.length > 8 ? ', …' : '')), cell(rank.share), ...rank.shares.map(cell),
    element('td', {class: 'number'}, rank.switches), element('td', {class: 'number'}, rank.migrations));

  // Worst first. The host in the middle stands for those without trouble.
  const most_hosts = 20;
  const host_row = (middle) => ({host, ranks, share}) => element('tr', {}, element('th', {scope: 'row'}, host), element('td', {class: 'number'}, ranks),
    cell(share), element('td', {class: 'number'}, middle > 0 ? (share / middle).toFixed(1) : '–'));
  const host_table = (run, hosts) => {
    if (hosts.length < 3) return '';
    const middle = hosts[Math.floor(hosts.length / 2)].share;
    return element('div', {class: 'scroll spaced', tabindex: 0, role: 'region', 'aria-label': 'Slow hosts of ' + run}, element('table', {class: 'map hosts'},
      element('caption', {}, `Hosts, worst first: in which share of the batches one of their ranks was the slowest; ${hosts.length} hosts alike have ` +
        `${(100 / hosts.length).toFixed(hosts.length > 20 ? 1 : 0)} % each` + (hosts.length > most_hosts ? `. The first ${most_hosts}.` : '.')),
      element('thead', {}, element('tr', {}, ...['Host', 'Ranks', 'Slowest, %', 'Times the host in the middle'].map((head) => element('th', {scope: 'col'}, head)))),
      element('tbody', {}, ...hosts.slice(0, most_hosts).map(host_row(middle)))));
  };

  const map = ({run, hosts, benchmarks, ranks, left_out}) => element('div', {},
    page.rank_maps.length > 1 ? element('h3', {}, run) : '',
    host_table(run, hosts),
    element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Slow ranks of ' + run}, element('table', {class: 'map'},
      element('caption', {class: 'hidden'}, 'Slow ranks of ' + run),
      element('thead', {}, element('tr', {}, ...['Rank', 'Host', 'Cores', 'All', ...benchmarks, 'Involuntary switches', 'Migrations']
        .map((head) => element('th', {scope: 'col'}, head)))),
      element('tbody', {}, ...ranks.map(row)))),
    left_out ? element('p', {class: 'quiet'}, `${plural(left_out, 'rank')} with smaller shares left out.`) : '');

  sonde.make_ranks = () => {
    sonde.by_id('ranks').hidden = page.rank_maps.length === 0;
    sonde.by_id('rank-maps').append(...page.rank_maps.map(map));
  };
}
