{
  const {element, page, plural} = sonde;
  const percent = (share) => (share === null ? '' : 100 * share < 9.95 ? String(Math.round(1000 * share) / 10) : String(Math.round(100 * share)));

  const cell = (share) => {
    const made = element('td', {class: 'heat'}, percent(share));
    made.style.setProperty('--share', Math.round(100 * (share ?? 0)) + '%');
    if (share > 0.5) made.classList.add('strong');
    return made;
  };

  const row = (rank) => element('tr', {}, element('th', {scope: 'row'}, rank.rank), element('td', {}, rank.host || '–'),
    element('td', {}, rank.cores.slice(0, 8).join(', ') + (rank.cores.length > 8 ? ', …' : '')), cell(rank.share), ...rank.shares.map(cell),
    element('td', {class: 'number'}, rank.switches), element('td', {class: 'number'}, rank.migrations));

  // A table of hosts: sorted by a heading, each with a button that shows its ranks below it.
  const most_hosts = 20;
  const finders = [];
  // Opens the ranks of a host in the first table that has it; its button, or nothing.
  sonde.find_host = (name) => finders.map((find) => find(name)).find(Boolean);

  const times = (factor) => element('td', {class: 'number'}, factor === null ? '' : sonde.plain(factor, 2));
  const columns_of = (benchmarks, alone) => [
    {head: 'Host', of: ({host}) => host},
    {head: 'Ranks', of: ({ranks}) => ranks, show: (value) => element('td', {class: 'number'}, value)},
    {head: 'Slowest, %', of: ({share}) => share, show: cell},
    ...benchmarks.map((name, i) => ({head: name, of: ({shares}) => shares[i], show: cell})),
    ...(alone ? [{head: 'To itself, ×', of: ({alone: factor}) => factor, show: times}] : []),
  ];
  const in_order = (hosts, {of}, down) => [...hosts].sort((a, b) => {
    const [one, other] = [of(a), of(b)];
    return one === other ? 0 : one === null ? 1 : other === null ? -1 : (one < other ? -1 : 1) * (down ? -1 : 1);
  });

  const ranks_of = (host, ranks, columns) => {
    const known = ranks.filter((rank) => rank.host === host.host).sort((a, b) => b.share - a.share);
    const others = host.ranks - known.length;
    return [...known.map((rank) => element('tr', {class: 'of-host'}, element('th', {scope: 'row'}, `rank ${rank.rank}`),
      element('td', {class: 'number'}, rank.cores.length ? 'core ' + rank.cores.slice(0, 4).join(', ') + (rank.cores.length > 4 ? ', …' : '') : ''), cell(rank.share),
      ...rank.shares.map(cell))),
    ...(others > 0 ? [element('tr', {class: 'of-host'}, element('th', {scope: 'row', colspan: columns}, `${plural(others, 'rank')} with smaller shares`))] : [])];
  };

  // What the columns of shares add up to where all hosts took part in the same number of cases: the hosts above, those that are not
  // shown, and the batches in which another rank than the one that the case names was slowest.
  const sums_of = (hosts, shown, benchmarks) => {
    const sum = (some, of) => some.reduce((total, host) => total + (of(host) ?? 0), 0);
    const shares = [({share}) => share, ...benchmarks.map((name, i) => (host) => host.shares[i])];
    const line = (name, ranks, values) => element('tr', {}, element('th', {scope: 'row'}, name), element('td', {class: 'number'}, ranks),
      ...values.map((value) => element('td', {class: 'number'}, percent(value))));
    if (hosts.some(({cases}) => cases !== hosts[0].cases)) return '';
    const rest = hosts.filter((host) => !shown.includes(host));
    return element('tfoot', {},
      rest.length ? line(plural(rest.length, 'more host'), sum(rest, ({ranks}) => ranks), shares.map((of) => sum(rest, of))) : '',
      line('not recorded', '', shares.map((of) => Math.max(0, 1 - sum(hosts, of)))),
      line('sum', sum(hosts, ({ranks}) => ranks), shares.map(() => 1)));
  };

  const host_table = ({run, hosts, benchmarks, ranks}) => {
    if (hosts.length < 3) return '';
    const columns = columns_of(benchmarks, hosts.some(({alone}) => alone !== null)), opened = new Set();
    const state = {by: columns[2], down: true, all: hosts.length <= most_hosts};
    const table = element('table', {class: 'map hosts'}), more = element('p', {});
    const again = (selector) => {
      show();
      table.querySelector(selector)?.focus();
    };
    const head = (column, i) => element('th', {scope: 'col', 'aria-sort': state.by !== column ? 'none' : state.down ? 'descending' : 'ascending'},
      sonde.button(column.head, () => {
        state.down = state.by === column ? !state.down : i > 0;
        state.by = column;
        again(`thead th:nth-child(${i + 1}) button`);
      }));
    const rows = (host, i) => {
      const open = opened.has(host.host);
      const button = sonde.button(host.host, () => {
        if (!opened.delete(host.host)) opened.add(host.host);
        again(`[data-host="${i}"]`);
      }, {'aria-expanded': String(open), 'data-host': i, title: 'Its ranks'});
      return [element('tr', {}, element('th', {scope: 'row'}, button), ...columns.slice(1).map(({of, show: shown}) => shown(of(host), host))),
        ...(open ? ranks_of(host, ranks, columns.length) : [])];
    };
    const show = () => {
      const shown = in_order(hosts, state.by, state.down).slice(0, state.all ? hosts.length : most_hosts);
      table.replaceChildren(
        element('caption', {}, 'Hosts, worst first: in which share of the batches one of their ranks was the slowest, in all cases and in those of each benchmark. Each case names the one rank ' +
          'that was slowest most often; the batches of the others are not recorded, so these are the least shares, and hosts that are all alike have less than their part of the ranks on average. ' +
          'To itself: where messages of a rank to itself take more than twice as long as on any other host, how many times. ' +
          'The most is no verdict: a host that is proved slow stands in what stands out. ' +
          'A click on a host shows its ranks, on a heading sorts.'),
        element('thead', {}, element('tr', {}, ...columns.map(head))),
        element('tbody', {}, ...shown.flatMap(rows)), sums_of(hosts, shown, benchmarks));
      more.hidden = state.all;
    };
    finders.push((name) => {
      if (!hosts.some(({host}) => host === name)) return null;
      opened.add(name);
      state.all ||= in_order(hosts, state.by, state.down).findIndex(({host}) => host === name) >= most_hosts;
      show();
      return [...table.querySelectorAll('[data-host]')].find((button) => button.textContent === name);
    });
    more.append(sonde.button(`Show all ${plural(hosts.length, 'host')}`, () => { state.all = true; show(); }));
    show();
    return element('div', {class: 'spaced'},
      element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Slow hosts of ' + run}, table), more);
  };

  const map = ({run, hosts, benchmarks, ranks, left_out}) => element('div', {},
    page.rank_maps.length > 1 ? element('h3', {}, run) : '',
    host_table({run, hosts, benchmarks, ranks}),
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
