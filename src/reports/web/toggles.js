{
  // How charts are drawn; the same for all of them.
  const view = {quantity: sonde.first_quantity(), x: 'log', y: 'log', intervals: true, filter: ''};
  const listeners = [];
  sonde.view = view;
  sonde.on_view = (listener) => listeners.push(listener);
  const changed = () => listeners.forEach((listener) => listener());

  // A pair of buttons of which one is pressed.
  sonde.choice = (label, options, now, choose, name = label.toLowerCase()) => {
    const group = sonde.element('div', {class: 'choice', role: 'group', 'aria-label': label}, sonde.element('span', {}, label));
    const buttons = options.map(([value, text]) => sonde.button(text, () => {
      buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(options[i][0] === value)));
      choose(value);
    }, {'aria-pressed': String(now === value), 'data-toggle': name + '-' + value}));
    group.append(...buttons);
    return group;
  };

  const choice = (label, key, options) => sonde.choice(label, options, view[key], (value) => {
    view[key] = value;
    changed();
  }, key);

  const filter = () => {
    const input = sonde.element('input', {type: 'search', autocomplete: 'off', placeholder: 'benchmark', id: 'chart-filter'});
    input.addEventListener('input', () => {
      view.filter = input.value.trim().toLowerCase();
      changed();
    });
    return sonde.element('label', {class: 'field'}, 'Find ', input);
  };

  sonde.make_toolbar = () => sonde.by_id('toolbar').append(
    choice('Show', 'quantity', sonde.quantities_shown().map((column) => [column, sonde.quantities[column].button])),
    choice('Size', 'x', [['log', 'log'], ['linear', 'linear']]),
    choice('Value', 'y', [['log', 'log'], ['linear', 'linear']]),
    choice(sonde.page.sides ? 'Bands' : '95 % intervals', 'intervals', [[true, 'on'], [false, 'off']]),
    filter());
}
