// Single calls and the course of loops in a report in Chromium: steps of curves, their axes, cells of maps.
import assert from 'node:assert/strict';
import {after, before, describe} from 'node:test';
import {launch, tests_in} from './browser.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());
const on_page = tests_in(() => browser);

const near = (a, b, room = 0.01) => Math.abs(a / b - 1) < room;

describe('curves of single calls', () => {
  for (const colours of ['light', 'dark'])
    on_page('calls', `pass one call in a hundred, and stand half a call above nothing at last (${colours})`, async (tab) => {
      const seen = await tab.evaluate(() => {
        const plot = sonde.call_plot(), [x, ...lines] = plot.data;
        const level = (line, time) => line[x.findLastIndex((at) => at <= time)];
        return {labels: plot.series.slice(1).map(({label}) => label), at_start: lines.map((line) => line.find((value) => value !== null)),
          between: lines.map((line) => level(line, 3e-5)), last: lines.map((line) => line.findLast((value) => value !== null)),
          distr: [plot.scales.x.distr, plot.scales.y.distr], ticks: plot.axes.map(({_values}) => _values), widths: plot.series.slice(1).map(({width}) => width)};
      });
      assert.deepEqual(seen.labels, ['64 B, base', '64 B, new', '4 KiB, base', '4 KiB, new']);
      for (const share of seen.at_start) assert.equal(share, 1);
      for (const share of seen.between) assert.ok(near(share, 0.01), JSON.stringify(seen));
      for (const share of seen.last) assert.ok(near(share, 0.5 / 10000), JSON.stringify(seen));
      assert.deepEqual(seen.distr, [3, 3]);
      for (const ticks of seen.ticks) assert.ok(ticks.length >= 3 && new Set(ticks).size === ticks.length, JSON.stringify(seen.ticks));
      assert.deepEqual(seen.widths, [1.25, 2.75, 1.25, 2.75]);
    }, {colours});

  on_page('calls', 'are drawn in steps: level until the slow calls, then down', async (tab) => {
    const inked = await tab.evaluate(() => {
      const plot = sonde.call_plot(), y = Math.round(plot.valToPos(0.01, 'y', true));
      const at = (time, place) => {
        const {data} = plot.ctx.getImageData(Math.round(plot.valToPos(time, 'x', true)) - 1, place - 3, 3, 7);
        return data.some((value, i) => i % 4 === 3 && value > 120);
      };
      return {level: at(3e-5, y), below: at(3e-5, y + 15)};
    });
    assert.deepEqual(inked, {level: true, below: false});
  });

  on_page('calls', 'of one call are a line down at its time; hidden lines go', async (tab) => {
    await tab.locator('#tails-choice select').selectOption('Bcast, 2 processes');
    const [x, base] = await tab.evaluate(() => sonde.call_plot().data);
    assert.equal(x.length, 2);
    assert.ok(near(base[0], 1) && near(base[1], 0.5), JSON.stringify(base));
    await tab.locator('#tails-legend button').first().click();
    assert.equal(await tab.evaluate(() => sonde.call_plot().series.length), 2);
  });

  on_page('example', 'and maps are left out where no file has them', async (tab) => {
    assert.equal(await tab.locator('#calls').isHidden(), true);
    assert.equal(await tab.locator('#sections a[href="#calls"]').count(), 0);
  });
});

describe('maps of loops', () => {
  for (const width of [390, 1400])
    on_page('calls', `have the quick batches in the first half and the slow ones in the second: ${width} pixels`, async (tab) => {
      const seen = await tab.evaluate(() => sonde.loop_plots().map((plot) => {
        const ink = (repetition, time) => plot.ctx.getImageData(Math.round(plot.valToPos(repetition, 'x', true)), Math.round(plot.valToPos(time, 'y', true)), 1, 1).data[3];
        const slower = plot === sonde.loop_plots()[0] ? 1 : 1.5;
        return {quick: [ink(210, slower * 2.02e-6), ink(710, slower * 2.02e-6)], slow: [ink(210, slower * 7.9e-6), ink(710, slower * 7.9e-6)],
          ticks: plot.axes.map(({_values}) => _values), scale: [plot.scales.y.min, plot.scales.y.max]};
      }));
      assert.equal(seen.length, 2);
      for (const {quick, slow, ticks} of seen) {
        assert.ok(quick[0] > 40 && quick[1] < 30 && slow[0] < 30 && slow[1] > 40, JSON.stringify(seen));
        for (const texts of ticks) assert.ok(texts.length >= 3, JSON.stringify(ticks));
      }
      assert.deepEqual(seen[0].scale, seen[1].scale);
      assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }, {width});

  on_page('calls', 'tell under the cursor how many batches a cell holds', async (tab) => {
    await tab.locator('#loop-maps').scrollIntoViewIfNeeded();
    const [x, y] = await tab.evaluate(() => {
      const plot = sonde.loop_plots()[0], {left, top} = plot.over.getBoundingClientRect();
      return [left + plot.valToPos(210, 'x'), top + plot.valToPos(2.02e-6, 'y')];
    });
    await tab.mouse.move(x, y);
    assert.match(await tab.locator('#loop-maps .card').first().innerText(), /50 batches of about 20 repetitions[^]*Repetitions 200 to 220, 2.* to .*µs: 1 batch\./);
  });
});
