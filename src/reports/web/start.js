{
  const {by_id} = sonde;
  const root = document.documentElement;

  const is_dark = () => getComputedStyle(root).colorScheme === 'dark' ||
    (root.style.colorScheme === '' && matchMedia('(prefers-color-scheme: dark)').matches);

  const make_theme = (redraw) => {
    const changed = () => {
      by_id('theme').textContent = is_dark() ? 'Light' : 'Dark';
      by_id('theme').setAttribute('aria-label', `Switch to ${is_dark() ? 'light' : 'dark'} colours`);
      redraw();
    };
    changed();
    by_id('theme').addEventListener('click', () => {
      root.style.colorScheme = is_dark() ? 'light' : 'dark';
      changed();
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
  };

  // Makes the parts of a page one after the other; `redraw` draws again, in other colours, what style sheets do not reach.
  sonde.start = (parts, redraw) => {
    try {
      for (const make of parts) make();
      make_theme(redraw);
      root.dataset.ready = 'true';
    } catch (error) {
      by_id('broken').hidden = false;
      by_id('broken').textContent = 'This page could not be built: ' + error.message;
      throw error;
    }
  };
}
