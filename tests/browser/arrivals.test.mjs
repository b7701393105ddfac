// Bars of processes that come late in Chromium: the sentence before them, their lengths and order, the choice of time and message length.
import assert from 'node:assert/strict';
import {after, before, describe} from 'node:test';
import {launch, tests_in} from './browser.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());
const on_page = tests_in(() => browser);

// Of each row what it says, and where bar, interval and the line of the call without delays lie, in parts of the widest place.
const rows = (tab) => tab.locator('#arrival-cards tbody tr').evaluateAll((all) => all.map((row) => {
  const place = row.querySelector('.bars div').getBoundingClientRect();
  const ends = (kind) => {
    const {left, right} = row.querySelector(kind).getBoundingClientRect();
    return [(left - place.left) / place.width, (right - place.left) / place.width];
  };
  return {name: row.querySelector('th').textContent, bar: ends('.bar'), range: ends('.range'), reference: ends('.reference')[0],
    height: row.querySelector('.bar').getBoundingClientRect().height};
}));
const near = (found, wanted) => assert.ok(Math.abs(found - wanted) < 0.02, `${found} is not ${wanted}`);

describe('late processes', () => {
  on_page('arrivals', 'have bars, the dearest first, beside the call without delays', async (tab) => {
    assert.equal(await tab.locator('#arrivals-answer').textContent(),
      'Bcast, 4 processes, 64 KiB: first:2 and descending:2 cost most: 20.4 µs from the last arrival to the last exit, 1.02 times the call without delays (20 µs).');
    const found = await rows(tab), most = 1.02 * 1.05;
    assert.deepEqual(found.map(({name}) => name), ['first:2', 'descending:2', 'last:2']);
    found.forEach(({bar, range, reference, height}, i) => {
      const cost = [1.02, 1, 0.34][i] / most;
      near(bar[0], 0);
      near(bar[1], cost);
      near(range[0], 0.97 * cost);
      near(range[1], 1.05 * cost);
      near(reference, 1 / most);
      assert.ok(height > 12);
    });
  });

  on_page('arrivals', 'can be counted from the first arrival, and seen at another length', async (tab) => {
    await tab.locator('[data-toggle="arrival-time-total"]').click();
    assert.match(await tab.locator('#arrivals-answer').textContent(), /first:2 and descending:2 cost most: 60.4 µs from the first arrival/);
    const [first] = await rows(tab);
    near(first.bar[1], 3.02 / 3.12);
    await tab.locator('#arrival-cards select').selectOption('0');
    assert.match(await tab.locator('#arrival-cards .card p').textContent(), /10.04 µs from the first arrival/);
  });

  on_page('arrivals', 'fit a narrow screen', async (tab) => {
    const card = await tab.locator('#arrival-cards .card').boundingBox();
    assert.ok(card.x >= 0 && card.x + card.width <= 390, JSON.stringify(card));
  }, {width: 390});

  on_page('example', 'have no section where there are none', async (tab) => {
    assert.ok(await tab.locator('#arrivals').isHidden());
    assert.equal(await tab.locator('#sections a[href="#arrivals"]').count(), 0);
  });
});
