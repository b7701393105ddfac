{
  const {element, plural, page} = sonde;
  const words = {problem: 'Problem', caution: 'Caution', fact: 'Figure'};

  const finding = ({weight, text, advice}) => element('li', {class: weight}, element('span', {class: 'badge'}, words[weight]),
    element('div', {}, text, advice ? element('div', {class: 'quiet'}, advice) : ''));

  const warning = ({kind, count, advice, examples}) => element('details', {class: 'warning'},
    element('summary', {}, element('b', {}, kind.replaceAll('_', ' ')), ` · ${plural(count, 'case')}`),
    advice ? element('p', {}, advice) : '',
    element('ul', {}, ...examples.map((text) => element('li', {}, text)),
      count > examples.length ? element('li', {class: 'quiet'}, `and ${count - examples.length} more, marked in the table`) : ''));

  sonde.make_findings = () => {
    sonde.by_id('findings').append(...(page.findings.length ? page.findings.map(finding) : [element('li', {}, 'Nothing.')]));
    sonde.by_id('warnings').append(...(page.warnings.length ? page.warnings.map(warning)
      : [element('p', {class: 'quiet'}, 'The records carry no warnings.')]));
  };
}
