// node screenshots.mjs FOLDER [page...]: pictures of the pages at three widths, light and dark, for a person to look at.
import path from 'node:path';
import {launch, open} from './browser.mjs';

const [folder, ...names] = process.argv.slice(2);
const browser = await launch();
for (const name of names.length ? names : ['example', 'compare', 'cluster', 'hostile'])
  for (const width of [390, 800, 1400])
    for (const colours of ['light', 'dark']) {
      const {tab, problems, close} = await open(browser, name, {width, colours});
      await tab.evaluate(() => sonde.lay_out_all_charts());
      await tab.waitForTimeout(300);
      await tab.evaluate(() => scrollTo(0, 0));
      await tab.screenshot({path: path.join(folder, `${name}-${width}-${colours}.png`), fullPage: true});
      if (problems.length) console.log(name, width, colours, problems);
      await close();
    }
await browser.close();
