{
  // Late processes: bars of the patterns of a benchmark, the dearest first.
  const {element, page, seconds} = sonde;
  const measures = {last: 'from the last arrival to the last exit', total: 'from the first arrival to the last exit'};
  const cards = [];
  let measure = 'last';

  const ranked = ({patterns}) => patterns.filter((one) => one[measure][0] !== null).sort((a, b) => b[measure][0] - a[measure][0]);
  const in_words = (names) => (names.length > 1 ? names.slice(0, -1).join(', ') + ' and ' : '') + names.at(-1);

  // Which patterns cost most, and how much of the call without delays: {ratio, text}. Those whose intervals reach into that of the first do as well.
  const dearest = (length) => {
    const [first, ...others] = ranked(length);
    if (!first || !(length.reference > 0)) return null;
    const [value, low] = first[measure], alike = others.filter((one) => (one[measure][2] ?? one[measure][0]) >= (low ?? value));
    const names = [first, ...alike].map(({name}) => name), ratio = value / length.reference;
    const who = alike.length === length.patterns.length - 1 && alike.length ? 'All patterns cost alike' : `${in_words(names)} cost${names.length > 1 ? '' : 's'} most`;
    return {ratio, text: `${who}: ${seconds(value)} ${measures[measure]}, ${sonde.plain(ratio, 3)} times the call without delays (${seconds(length.reference)}).`};
  };
  const place = ({name, source}, {bytes}) => [name, bytes === null ? '' : sonde.exact_bytes(bytes), source].filter(Boolean).join(', ');

  const bar = (one, most, reference) => {
    const [value, low, high] = one[measure], known = low !== null && high !== null;
    const part = (kind, from, to) => {
      const made = element('span', {class: kind});
      made.style.left = 100 * from / most + '%';
      made.style.width = 100 * (to - from) / most + '%';
      return made;
    };
    return element('tr', {}, element('th', {scope: 'row'}, one.name),
      element('td', {class: 'bars'}, element('div', {}, part('bar', 0, value), known ? part('range', low, high) : '', part('reference', reference, reference))),
      element('td', {class: 'number'}, seconds(value)), element('td', {class: 'number'}, known ? `${seconds(low)} to ${seconds(high)}` : '–'));
  };

  const table = (length) => {
    const all = ranked(length), most = Math.max(length.reference, ...all.map((one) => one[measure][2] ?? one[measure][0]));
    return element('table', {class: 'map'}, element('caption', {class: 'hidden'}, 'Patterns, the dearest first'),
      element('thead', {}, element('tr', {}, ...['Pattern', 'Bar', 'Median', 'Interval'].map((head) => element('th', {scope: 'col'}, head)))),
      element('tbody', {}, ...all.map((one) => bar(one, most, length.reference))));
  };

  const card_of = (card) => {
    let length = card.lengths.at(-1);
    const said = element('p', {}), box = element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Patterns of ' + card.name});
    const redraw = () => {
      said.textContent = dearest(length)?.text ?? '';
      box.replaceChildren(table(length));
    };
    const choice = card.lengths.length < 2 ? '' : element('label', {class: 'field'}, 'Message length ',
      element('select', {}, ...card.lengths.map(({bytes}, i) => element('option', {value: i}, sonde.exact_bytes(bytes)))));
    choice && (choice.lastChild.value = card.lengths.length - 1);
    choice && choice.addEventListener('change', () => {
      length = card.lengths[choice.lastChild.value];
      redraw();
    });
    redraw();
    cards.push({card, redraw});
    return element('article', {class: 'card'}, element('h3', {}, [card.name, card.source].filter(Boolean).join(', ')), choice, said, box);
  };

  // The dearest of all cases.
  const answer = () => {
    const all = page.arrivals.flatMap((card) => card.lengths.map((length) => ({where: place(card, length), most: dearest(length)})));
    const [first] = all.filter(({most}) => most).sort((a, b) => b.most.ratio - a.most.ratio);
    sonde.by_id('arrivals-answer').textContent = first ? `${first.where}: ${first.most.text}` : '';
  };

  sonde.make_arrivals = () => {
    if (!page.arrivals.length) return;
    sonde.by_id('arrivals').hidden = false;
    sonde.by_id('arrivals-choice').append(sonde.choice('Time', [['last', 'd_last'], ['total', 'd_total']], measure, (value) => {
      measure = value;
      cards.forEach(({redraw}) => redraw());
      answer();
    }, 'arrival-time'));
    sonde.by_id('arrival-cards').append(...page.arrivals.map(card_of));
    answer();
  };
}
