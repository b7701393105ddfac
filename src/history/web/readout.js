{
  // Says the night and the value below the pointer.
  const {page, by_id} = sonde;

  const night_at = (picture, clientX) => {
    const point = new DOMPoint(clientX, 0).matrixTransform(picture.getScreenCTM().inverse());
    const wide = picture.viewBox.baseVal.width - 8, day = (point.x - 4) / wide * page.days[sonde.last_night];
    return page.days.reduce((best, value, night) => (Math.abs(value - day) < Math.abs(page.days[best] - day) ? night : best), 0);
  };

  const text_at = (entry, night) => {
    const show = (values) => sonde.of_unit(sonde.measure(entry, values[night]), entry.unit);
    if (entry.values[night] === null) return `${page.nights[night]}: ${entry.failed.includes(night) ? 'failed' : 'not measured'}`;
    const ends = entry.low[night] === entry.high[night] ? '' : ` (${[show(entry.low), show(entry.high)].join(' to ')})`;
    const level = entry.levels.find((known) => known.night === night);
    const step = entry.steps.findIndex(([begin]) => begin === night);
    const begins = step > 0 ? `; a level begins, ${sonde.signed_percent(sonde.step_between(entry.steps[step - 1][1], entry.steps[step][1]))}` : '';
    return `${page.nights[night]}: ${show(entry.values)}${ends}${begins}${level ? '; new level: ' + level.text : ''}`;
  };

  sonde.make_readout = () => {
    const box = by_id('readout');
    document.addEventListener('pointermove', (event) => {
      const picture = event.target instanceof Element ? event.target.closest('svg.sparkline') : null;
      box.hidden = picture === null;
      if (!picture) return;
      box.textContent = text_at(page.cases[picture.dataset.case], night_at(picture, event.clientX));
      const x = Math.max(4, Math.min(event.clientX + 12, innerWidth - box.offsetWidth - 4));
      box.style.transform = `translate(${x}px, ${Math.max(4, event.clientY - box.offsetHeight - 12)}px)`;
    });
  };
}
