// The grid of guidelines against lengths in Chromium: its words, its colours, its place at each width, and on paper.
import assert from 'node:assert/strict';
import {after, before, describe} from 'node:test';
import {launch, tests_in} from './browser.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());
const on_page = tests_in(() => browser);

const cells = (tab, row) => tab.evaluate((at) => [...document.querySelectorAll('.guideline-map tbody tr')[at].cells].slice(1).map((cell) => ({
  text: cell.firstChild.textContent, verdict: cell.querySelector('small')?.textContent ?? '', title: cell.title,
  background: getComputedStyle(cell).backgroundColor, image: getComputedStyle(cell).backgroundImage, weight: getComputedStyle(cell).fontWeight})), row);

describe('guidelines', () => {
  on_page('guidelines', 'are a grid of compositions against lengths, in words', async (tab) => {
    assert.deepEqual(await tab.locator('#guideline-sentences li').allTextContents(),
      ['Allgather np=4, 1 to 32 KiB: use Gather + Bcast, 1.83 to 2.84 times faster']);
    assert.deepEqual(await tab.locator('.guideline-map caption').allTextContents(), ['4 processes']);
    assert.deepEqual((await tab.locator('.guideline-map thead th').allTextContents()).slice(0, 3), ['Call, guideline, composition', '1 B', '2 B']);
    assert.deepEqual(await tab.locator('.guideline-map tbody th').allTextContents(),
      ['Allgather, G3Alltoall', 'Allgather, G2Gather + Bcast', 'Reduce_scatter_block, G18Reduce + Scatter']);
    const found = await cells(tab, 1);
    assert.deepEqual(found.map(({verdict}) => verdict), Array.from({length: 21}, (_, power) => (power >= 10 && power <= 15 ? 'violated' : 'held')));
    assert.equal(found[10].text, '1.83');
    assert.match(found[10].title, /^Allgather 18 µs, Gather \+ Bcast 10 µs; ratio 1\.83 \(1\.8\d* to 1\.8\d*\); 8 launches; 4 KiB more memory$/);
    assert.deepEqual((await cells(tab, 2)).slice(0, 2).map(({text, verdict}) => [text, verdict]), [['–', ''], ['0.253', 'held']]);
  });

  for (const colours of ['light', 'dark'])
    on_page('guidelines', `are told by colour, too (${colours})`, async (tab) => {
      const [scattered, found] = [await cells(tab, 0), await cells(tab, 1)];
      assert.notEqual(found[10].background, found[0].background);
      assert.notEqual(found[10].background, found[15].background, 'a larger ratio is darker');
      assert.equal(found[10].weight, '700');
      assert.ok(scattered.every(({verdict, image}) => verdict === 'open' && image.includes('repeating-linear-gradient')));
      assert.equal(found[0].image, 'none');
    }, {colours});

  for (const width of [390, 512, 800, 1400])
    on_page('guidelines', `do not widen the page at ${width} pixels, and keep their names in sight`, async (tab) => {
      await tab.locator('#guidelines').scrollIntoViewIfNeeded();
      const seen = await tab.evaluate(() => {
        const box = document.querySelector('#guideline-grids .scroll'), name = box.querySelector('tbody th');
        box.scrollLeft = 1e5;
        const at = box.getBoundingClientRect(), of_name = name.getBoundingClientRect(), last = box.querySelector('tbody tr').lastChild.getBoundingClientRect();
        return {page: document.documentElement.scrollWidth, left: of_name.left - at.left, room: at.width - of_name.width, apart: last.left - of_name.right, beyond: last.right - at.right};
      });
      assert.ok(seen.page <= width, JSON.stringify(seen));
      assert.ok(Math.abs(seen.left) <= 2 && seen.room > 150 && seen.apart >= 0 && seen.beyond <= 1, JSON.stringify(seen));
    }, {width});

  on_page('guidelines', 'fit on paper with all lengths', async (tab) => {
    await tab.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await tab.emulateMedia({media: 'print'});
    await tab.setViewportSize({width: 720, height: 1000});
    const right = await tab.evaluate(() => Math.max(...[...document.querySelectorAll('.guideline-map td')].map((cell) => cell.getBoundingClientRect().right)));
    assert.ok(right <= 720, String(right));
  });

  on_page('example', 'have no section where none was measured', async (tab) => {
    assert.ok(await tab.locator('#guidelines').isHidden());
    assert.equal(await tab.locator('#sections a[href="#guidelines"]').count(), 0);
  });
});
