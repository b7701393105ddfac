{
  const {element, page, by_id, plural} = sonde;
  const at_first = 10;
  const words = {slower: 'Slower', failed: 'Failed', faster: 'Faster'};
  const weights = {slower: 'problem', failed: 'problem', faster: 'fact'};
  const is_now = ({nights}) => nights[nights.length - 1] === sonde.last_night;

  const interval = ({low, high, confidence}) => (low === null || low === undefined ? ''
    : ` (${sonde.signed_percent(low)} to ${sonde.signed_percent(high)}${confidence ? ', ' + sonde.percent(confidence) : ''})`);
  const how_much = (alarm) => (alarm.kind === 'failed' ? `failed in every launch of ${page.nights[sonde.last_night]}`
    : `${sonde.signed_percent(alarm.change)} of time${interval(alarm)} since ${page.nights[alarm.since]}`);

  const raised_by = ({nights, kind}) => {
    if (kind === 'failed') return '';
    const first = page.nights[nights[0]], last = page.nights[nights[nights.length - 1]];
    return nights.length === 1 ? `Seen in ${first}. ` : `Seen in ${plural(nights.length, 'night')}, ${first} to ${last}. `;
  };
  const acknowledged = ({acknowledged: known, kind}) => (kind !== 'slower' ? '' : !known ? 'Not acknowledged.'
    : `Acknowledged as a new level from ${page.nights[known.night]} on: ${known.text}`);

  const changes = ({changes: lines, since, kind}) => sonde.changes_in(kind === 'failed' ? sonde.last_night : since, lines);
  // What the records say of a night; `lines` is null where they were not looked at.
  sonde.changes_in = (night, lines) => {
    if (lines === null) return night === 0 ? null : element('p', {class: 'quiet'}, `What changed: sonde history ${page.directory} why ${page.nights[night]}`);
    if (lines.length === 0) return element('p', {class: 'quiet'}, `The records of ${page.nights[night]} say of nothing that it changed.`);
    return element('div', {}, element('p', {class: 'quiet'}, `Changed in ${page.nights[night]}:`), element('ul', {}, ...lines.map((line) => element('li', {}, line))));
  };

  const card = (alarm) => element('li', {class: 'alarm ' + weights[alarm.kind]}, element('span', {class: 'badge'}, words[alarm.kind]),
    element('div', {}, element('p', {}, element('b', {}, alarm.name)), element('p', {class: 'how-much'}, how_much(alarm)),
      element('p', {class: 'quiet'}, raised_by(alarm), acknowledged(alarm)), changes(alarm)),
    alarm.case === null ? null : sonde.place_for_sparkline(alarm.case, 640, 64));

  // A list of which the first few are shown until a button is pressed.
  const list = (alarms, label) => {
    const made = element('ol', {class: 'alarm-list', 'aria-label': label}, ...alarms.slice(0, at_first).map(card));
    if (alarms.length <= at_first) return [made];
    const all = sonde.button(`Show all ${alarms.length}`, () => {
      made.append(...alarms.slice(at_first).map(card));
      all.remove();
    });
    return [made, element('p', {}, all)];
  };

  const remarks = () => [
    page.missing.length ? `Not in the last night: ${page.missing.slice(0, 10).join('; ')}${page.missing.length > 10 ? ` and ${page.missing.length - 10} more` : ''}.` : '',
    page.weak ? `Weak: ${plural(page.weak, 'value')} of the last night come from fewer than 3 launches, where one disturbed launch can set the value.` : '',
    page.calibrated && page.alarms.some(is_now) ? 'Intervals are as wide as 90 % of the past nights were from no change.' : '',
  ].filter(Boolean).map((text) => element('p', {class: 'quiet'}, text));

  sonde.make_alarms = () => {
    by_id('subtitle').textContent = `${page.directory} · ${plural(page.nights.length, 'night')}, ${plural(page.launches, 'launch', 'launches')}, ` +
      `${plural(page.cases.length, 'case')} · ${page.nights[0]} to ${page.nights[sonde.last_night]}`;
    by_id('made').textContent = `Made by sonde ${page.sonde}${page.made ? ' on ' + page.made : ''}. This page loads nothing from the network.`;
    by_id('headline').classList.add({alarm: 'no', quiet: 'healthy', little: 'look'}[page.state]);
    by_id('headline').append(element('p', {class: 'judgement'}, page.headline), ...remarks());
    by_id('check-text').textContent = page.text;
    by_id('check').open = page.state !== 'alarm';  // it says what could have been seen
    const now = page.alarms.filter(is_now), before = page.alarms.filter((alarm) => !is_now(alarm));
    if (now.length) by_id('now').append(...list(now, 'Alarms of the last night'));
    if (before.length) by_id('before').append(element('h3', {}, 'Alarms of earlier nights'), ...list(before, 'Alarms of earlier nights'));
  };
}
