{
  const {element, plural, page} = sonde;
  const words = {problem: 'Problem', caution: 'Caution', fact: 'Figure'};

  const finding = ({weight, text, advice}) => element('li', {class: weight}, element('span', {class: 'badge'}, words[weight]),
    element('div', {}, text, advice ? element('div', {class: 'quiet'}, advice) : ''));

  const warning = ({kind, severity, count, advice, examples}) => element('details', {class: 'warning'},
    element('summary', {}, element('b', {}, kind.replaceAll('_', ' ')), ` · ${severity} · ${plural(count, 'case')}`),
    advice ? element('p', {}, advice) : '',
    element('ul', {}, ...examples.map((text) => element('li', {}, text)),
      count > examples.length ? element('li', {class: 'quiet'}, `and ${count - examples.length} more, marked in the table`) : ''));

  const section_name = (id) => document.querySelector(`#${id} h2`).textContent;

  // A section that has nothing to show is hidden: its findings stand in the list below.
  const find = (section) => ({'data-table': sonde.find_rows, charts: sonde.find_chart, ranks: sonde.find_host})[section];
  const link = (section, subject) => {
    const made = element('a', {href: '#' + section}, section_name(section));
    if (subject && find(section)) made.addEventListener('click', (event) => {
      const found = find(section)(subject);
      if (!found) return;
      event.preventDefault();
      found.scrollIntoView({block: 'center'});
      (found.querySelector('summary') ?? found).focus({preventScroll: true});
    });
    return made;
  };
  const reason = ({weight, text, advice, section, subject}) =>
    element('li', {class: weight}, text, ' ', sonde.by_id(section).hidden ? '' : link(section, subject), advice ? element('div', {class: 'quiet'}, advice) : '');

  // One reason is in sight beside the sentence, of two sides none as the sentence tells them; the others are one click away: what follows
  // has the first screen, too.
  const list_of = (reasons) => (reasons.length ? element('ol', {}, ...reasons.map(reason)) : '');
  sonde.make_verdict = () => {
    const {usable, sentence, before_reasons, reasons, more} = page.verdict;
    const seen = page.sides ? 0 : 1, others = reasons.slice(seen);
    sonde.by_id('verdict').classList.add(usable);
    sonde.by_id('verdict').append(element('p', {class: 'judgement'}, sentence),
      before_reasons ? element('p', {}, before_reasons + (seen ? ':' : '.')) : '', list_of(reasons.slice(0, seen)),
      others.length ? element('details', {}, element('summary', {}, plural(others.length, seen ? 'more reason' : 'reason')), list_of(others),
        more ? element('p', {class: 'quiet'}, `${plural(more, 'more finding')} below`) : '') : '');
  };

  // Nothing twice: the reasons and the sentence of the verdict stand there.
  sonde.make_findings = () => {
    const {reasons, sentence} = page.verdict, known = new Set(reasons.map(({text}) => text));
    const fresh = page.findings.filter(({text}) => !known.has(text) && !text.startsWith(sentence));
    const [facts, proven] = [true, false].map((is) => fresh.filter(({weight}) => (weight === 'fact') === is));
    sonde.by_id('findings').append(...(proven.length ? proven.map(finding)
      : [element('li', {}, reasons.length ? 'Nothing beyond what the verdict says.' : 'Nothing.')]));
    const folded = sonde.by_id('facts-found');
    folded.hidden = facts.length === 0;
    folded.querySelector('summary').textContent = plural(facts.length, 'figure');
    folded.querySelector('ul').append(...facts.map(finding));
    sonde.by_id('warnings').append(...(page.warnings.length ? page.warnings.map(warning)
      : [element('p', {class: 'quiet'}, 'No case carries a warning.')]));
  };
}
