{
  // What is looked at, in the address of the page: #Allreduce&p=64&ratio is the chart of Allreduce with the lines of 64 processes, ratios.
  let chart = '';
  const processes = () => sonde.shown_processes();
  const text = () => '#' + [encodeURIComponent(chart), processes() ? 'p=' + processes().join(',') : '',
    sonde.view.quantity === sonde.first_quantity() ? '' : sonde.view.quantity].filter((part, i) => i === 0 || part).join('&');

  const told = (hash) => {
    const [name, ...parts] = hash.slice(1).split('&'), out = {name: '', processes: null, quantity: sonde.first_quantity()};
    try {
      out.name = decodeURIComponent(name);
    } catch { /* no address of this page */ }
    for (const part of parts) {
      if (/^p=[\d,]+$/.test(part)) out.processes = part.slice(2).split(',').map(Number);
      else if (sonde.quantities_shown().includes(part)) out.quantity = part;
    }
    return out;
  };

  // Shows what the address says, if it says anything of charts.
  const follow = (at) => {
    const hash = location.hash, wanted = told(hash), known = sonde.has_chart(wanted.name);
    if (!known && (wanted.name || !hash.includes('&'))) return;
    chart = wanted.name;
    sonde.show_processes(wanted.processes);
    document.querySelector(`[data-toggle="quantity-${wanted.quantity}"]`)?.click();
    if (known) sonde.go_to_chart(chart, at);
  };

  // The view has changed by a button.
  sonde.write_address = () => {
    if (location.hash !== text() && (text() !== '#' || location.hash.includes('&'))) history.replaceState(null, '', text());
  };
  // Opens the chart of a benchmark, with the lines of a number of processes, its cursor at `at`.
  let pending;
  sonde.open_chart = ({name, processes: only, quantity, at}) => {
    if (!sonde.has_chart(name)) return;
    pending = at;
    const before = location.hash;
    location.hash = '#' + [encodeURIComponent(name), sonde.tells_processes(name) && only ? 'p=' + only : '', quantity].filter(Boolean).join('&');
    if (location.hash === before) follow(at);
  };
  sonde.make_address = () => {
    addEventListener('hashchange', () => {
      follow(pending);
      pending = undefined;
    });
    sonde.on_view(sonde.write_address);
    follow();
  };
}
