{
  // Paper is white, and has everything.
  const root = document.documentElement;
  let colours = '';
  const listen = () => {
    addEventListener('beforeprint', () => {
      colours = root.style.colorScheme;
      root.style.colorScheme = 'light';
      sonde.lay_out_all_cases();
    });
    addEventListener('afterprint', () => { root.style.colorScheme = colours; });
  };

  sonde.start([sonde.make_alarms, sonde.make_levels, sonde.make_cases, sonde.make_readout, listen], () => {});
}
