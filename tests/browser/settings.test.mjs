// The charts of a scan over its settings in Chromium: ticks, rings about what is proved best, lines, the box at the cursor.
import assert from 'node:assert/strict';
import {after, before, describe} from 'node:test';
import {launch, tests_in} from './browser.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());
const on_page = tests_in(() => browser);

const facts = (tab) => tab.evaluate(() => sonde.setting_charts().map(({name, plot, made}) => ({name, x: plot.data[0], ticks: plot.axes[0]._values, distr: plot.scales.x.distr,
  proved: made.querySelectorAll('li').length, buttons: made.querySelectorAll('.legend button').length, places: plot.axes[0]._splits.map((split) => plot.valToPos(split, 'x'))})));
// How many pixels of a circle about a point of the first line have the colour of rings.
const ring = (tab, chart, index) => tab.evaluate(([at, i]) => {
  const {plot} = sonde.setting_charts()[at], ratio = devicePixelRatio, x = plot.valToPos(plot.data[0][i], 'x', true), y = plot.valToPos(plot.data[1][i], 'y', true);
  const ink = getComputedStyle(sonde.by_id('probe-ink-colour')).color.match(/\d+/g).map(Number);
  let found = 0;
  for (let angle = 0; angle < 32; ++angle) {
    const [r, g, b, solid] = plot.ctx.getImageData(Math.round(x + 7 * ratio * Math.cos(angle * Math.PI / 16)), Math.round(y + 7 * ratio * Math.sin(angle * Math.PI / 16)), 1, 1).data;
    found += solid > 100 && Math.hypot(r - ink[0], g - ink[1], b - ink[2]) < 12 ? 1 : 0;
  }
  return found;
}, [chart, index]);

describe('settings of a scan', () => {
  on_page('scan', 'have a chart for each benchmark, the best ringed where it is proved alone', async (tab) => {
    const charts = await facts(tab);
    assert.deepEqual(charts.map(({name}) => name), ['Allreduce: eager', 'PingPong: eager']);
    for (const {x, ticks, distr, proved, places} of charts) {
      assert.deepEqual(x, [1024, 4096, 16384, 65536, 262144]);
      assert.equal(distr, 3, 'logarithmic');
      assert.ok(ticks.length >= 3 && ticks.every((tick) => /^\d+$/.test(tick)), JSON.stringify(ticks));
      assert.ok(places.every((place, i) => i === 0 || place - places[i - 1] > 24), JSON.stringify(places));
      assert.ok(proved === 0 || proved === 3);
    }
    assert.deepEqual(charts.map(({proved}) => proved), [0, 3], 'Allreduce takes the same time with all settings');
    await tab.locator('#settings').scrollIntoViewIfNeeded();
    assert.ok(await ring(tab, 1, 2) >= 20, 'a ring about 16384');
    for (const other of [0, 1, 3, 4]) assert.ok(await ring(tab, 1, other) < 8, `none about ${other}`);
    for (let i = 0; i < 5; ++i) assert.ok(await ring(tab, 0, i) < 8, `none of Allreduce, ${i}`);
  });

  on_page('scan', 'tell the values at the cursor, and hide lines', async (tab) => {
    const box = tab.locator('#setting-charts .plot').nth(1);
    await box.focus();
    await tab.keyboard.press('End');
    assert.match(await tab.locator('#setting-charts .card').nth(1).locator('[aria-live]').textContent(), /^eager=262144: 8 B, 2 processes [\d.]+ µs \([\d.]+ µs to [\d.]+ µs\)/);
    await tab.locator('#setting-charts .card').nth(1).locator('.legend button').first().click();
    assert.equal(await tab.evaluate(() => sonde.setting_charts()[1].plot.series.filter(({label}) => label === '8 B, 2 processes').length), 0);
  });

  on_page('scan-words', 'are categories where they are words', async (tab) => {
    const [chart] = await facts(tab);
    assert.deepEqual(chart.ticks, ['core', 'socket', 'node']);
    assert.deepEqual(chart.x, [0, 1, 2]);
  });

  on_page('example', 'have no section where there is no scan', async (tab) => {
    assert.ok(await tab.locator('#settings').isHidden());
    assert.equal(await tab.locator('#sections a[href="#settings"]').count(), 0);
  });
});
