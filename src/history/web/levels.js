{
  const {element, page, by_id} = sonde;
  const at_first = 5, most_cases = 10;

  const step = ({case: at, change}) => element('li', {}, `${page.cases[at].name}: ${sonde.signed_percent(change)} of time`);
  const border = ({night, steps, changes}) => element('li', {class: 'border'}, element('p', {}, element('b', {}, page.nights[night])),
    element('ul', {}, ...steps.slice(0, most_cases).map(step), steps.length > most_cases ? element('li', {}, `and ${steps.length - most_cases} more`) : null),
    sonde.changes_in(night, changes));

  sonde.make_levels = () => {
    if (!page.borders.length) return;
    by_id('levels').hidden = false;
    by_id('borders').append(...page.borders.slice(0, at_first).map(border));
    const all = by_id('more-borders');
    all.hidden = page.borders.length <= at_first;
    all.addEventListener('click', () => {
      by_id('borders').append(...page.borders.slice(at_first).map(border));
      all.hidden = true;
    });
  };
}
