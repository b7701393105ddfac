{
  sonde.make_fits = () => {
    sonde.by_id('models').hidden = sonde.page.fits.length === 0;
  };
}
