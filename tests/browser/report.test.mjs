import assert from 'node:assert/strict';
import fs from 'node:fs';
import {after, before, describe} from 'node:test';
import {launch, tests_in} from './browser.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

const on_page = tests_in(() => browser);

// Share of the pixels of a canvas that are painted in the colour of its first line, roughly.
const painted = (tab) => tab.evaluate(() => {
  const canvas = document.querySelector('#chart-grid canvas'), {line: {colour: line}} = sonde.chart_list().find(({plot}) => plot?.ctx.canvas === canvas).drawn[0];
  const wanted = getComputedStyle(document.getElementById('probe-line-' + line)).color.match(/\d+/g).map(Number);
  const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4)
    if (data[i + 3] > 200 && wanted.every((value, c) => Math.abs(value - data[i + c]) < 12)) ++count;
  return count;
});

const card = (tab, name) => tab.locator('.card').filter({has: tab.getByRole('heading', {name, exact: true})});
const toggle = (tab, name) => tab.locator(`[data-toggle="${name}"]`);
const y_label = (tab) => tab.evaluate(() => sonde.chart_list()[0].plot.axes[1].label);
const drawn = async (tab, name = 'PingPong') => {
  await card(tab, name).scrollIntoViewIfNeeded();
  await card(tab, name).locator('canvas').waitFor();
  await frame(tab);
};
const frame = (tab) => tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

describe('a page', () => {
  for (const name of ['example', 'compare', 'later', 'links', 'slow-host', 'unusable', 'hostile', 'empty', 'nothing', 'names', 'lines', 'fits'])
    on_page(name, `opens without errors or requests: ${name}`, async (tab) => {
      assert.equal(await tab.locator('#broken').isVisible(), false);
      assert.equal(await tab.locator('h1').textContent(), name);
    });

  on_page('example', 'names lengths exactly', async (tab) => {
    const names = await tab.evaluate(() => [0, 1, 1000, 1023, 1024, 1025, 1536, 1048575, 1048576, 1048577, 2 ** 31 - 1, 3 * 2 ** 40].map(sonde.exact_bytes));
    assert.deepEqual(names, ['0', '1 B', '1000 B', '1023 B', '1 KiB', '1025 B', '1.5 KiB', '1048575 B', '1 MiB', '1048577 B', '2147483647 B', '3 TiB']);
  });

  for (const width of [360, 800, 1400])
    on_page('compare', `does not scroll sideways at ${width} pixels`, async (tab) => {
      await card(tab, 'PingPong').scrollIntoViewIfNeeded();
      assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      assert.ok((await tab.locator('#theme').boundingBox()).height < 50, 'its button stays on one line');
    }, {width});

  on_page('slow-host', 'names the slow host on the first screen, with a link to its table', async (tab) => {
    const verdict = tab.locator('#verdict');
    assert.match(await verdict.textContent(), /Look at these/);
    assert.match(await verdict.textContent(), /ranks on host-17 are slower than all others in \d+ of 200 cases, of 3 benchmarks/);
    const box = await verdict.boundingBox();
    assert.ok(box.y + box.height < 900 && box.height > 40, JSON.stringify(box));
    await verdict.getByRole('link', {name: 'Slow ranks'}).first().click();
    const first = tab.locator('table.hosts tbody tr').first();
    assert.match(await first.textContent(), /^host-17/);
    assert.equal(await tab.locator('table.hosts tbody tr:not(.of-host)').count(), 20);
    await tab.waitForFunction(() => {  // the page scrolls smoothly
      const {top, bottom} = document.querySelector('table.hosts tbody tr').getBoundingClientRect();
      return top > 0 && bottom < innerHeight;
    });
  });

  on_page('slow-host', 'sorts hosts by a heading and shows the ranks of one, from the keyboard', async (tab) => {
    const table = tab.locator('table.hosts'), rows = table.locator('tbody tr');
    const heads = await table.locator('thead th').allTextContents();
    assert.deepEqual(heads, ['Host', 'Ranks', 'Slowest, %', 'Allreduce', 'Alltoall', 'Barrier']);
    assert.equal(await table.locator('th[aria-sort="descending"]').textContent(), 'Slowest, %');
    await rows.first().getByRole('button').focus();
    await tab.keyboard.press('Enter');
    assert.equal(await rows.count(), 28);
    assert.match(await rows.nth(1).textContent(), /^rank 1[34]\d/);
    assert.equal(await tab.evaluate(() => document.activeElement.getAttribute('aria-expanded')), 'true');
    await tab.keyboard.press('Enter');
    assert.equal(await rows.count(), 20);
    await table.getByRole('button', {name: 'Host', exact: true}).press('Enter');
    assert.match(await rows.first().textContent(), /^host-00/);
    assert.equal(await tab.evaluate(() => document.activeElement.parentElement.getAttribute('aria-sort')), 'ascending');
    await tab.getByRole('button', {name: 'Show all 64 hosts'}).click();
    assert.equal(await rows.count(), 64);
  });

  on_page('slow-host', 'has columns that add up, with what is not shown or not recorded', async (tab) => {
    const sums = async () => tab.locator('table.hosts').evaluate((table) => [2, 3, 4].map((at) => {
      const cells = [...table.querySelectorAll(`tr:not(.of-host) > :nth-child(${at}):not(th[scope=col])`)].map((cell) => Number(cell.textContent) || 0);
      return [cells.slice(0, -1).reduce((sum, value) => sum + value, 0), cells.at(-1)];
    }));
    for (const [sum, said] of await sums()) assert.ok(said >= 100 && Math.abs(sum - said) < 0.02 * said, `${sum} and ${said}`);
    await tab.getByRole('button', {name: 'Show all 64 hosts'}).click();
    for (const [sum, said] of await sums()) assert.ok(Math.abs(sum - said) < 0.02 * said, `${sum} and ${said}`);
    assert.deepEqual((await sums())[0], [512, 512]);
  });

  on_page('unusable', 'says that figures are not to be used, and why, worst first', async (tab) => {
    assert.match(await tab.locator('#verdict .judgement').textContent(), /^Do not use these figures$/);
    const reasons = await tab.locator('#verdict li').allTextContents();
    assert.match(reasons[0], /wrong data in 1 case/);
    assert.match(reasons[1], /8 ranks on 4 processing units/);
    assert.ok(reasons.length <= 5);
  });

  on_page('sides', 'begins with the sentence of the comparison', async (tab) => {
    assert.match(await tab.locator('#verdict .judgement').textContent(), /^\d+ of \d+ cases slower: /);
    assert.match(await tab.locator('#verdict li').first().textContent(), /^worse: /);
  });

  on_page('links', 'judges by its links', async (tab) => {
    assert.match(await tab.locator('#verdict').textContent(), /Look at these.*Links/s);
  });

  on_page('example', 'says what stands out and what the records warn of', async (tab) => {
    assert.match(await tab.locator('#findings').textContent(), /PingPong.*: the rate falls/);
    assert.match(await tab.locator('#warnings').textContent(), /wide interval/);
  });
});

describe('charts', () => {
  on_page('example', 'are drawn', async (tab) => {
    await drawn(tab);
    assert.ok(await painted(tab) > 200);
  });

  on_page('example', 'change between time and rate, logarithmic and linear', async (tab) => {
    await drawn(tab);
    assert.equal(await y_label(tab), 'Time');
    await toggle(tab, 'quantity-rate').click();
    assert.match(await y_label(tab), /Rate, MiB\/s/);
    await toggle(tab, 'x-linear').click();
    await toggle(tab, 'y-linear').click();
    const kinds = await tab.evaluate(() => ['x', 'y'].map((axis) => sonde.chart_list()[0].plot.scales[axis].distr));
    assert.deepEqual(kinds, [1, 1]);
    assert.equal(await toggle(tab, 'y-linear').getAttribute('aria-pressed'), 'true');
    assert.equal(await toggle(tab, 'y-log').getAttribute('aria-pressed'), 'false');
  });

  on_page('example', 'say so where a benchmark has no rate', async (tab) => {
    await toggle(tab, 'quantity-rate').click();
    await drawn(tab, 'Bcast');
    assert.match(await card(tab, 'Bcast').textContent(), /has no rate/);
  });

  on_page('later', 'show rates of messages and overlap', async (tab) => {
    await drawn(tab, 'Uniband');
    await toggle(tab, 'quantity-messages').click();
    assert.equal(await y_label(tab), 'Messages per second');
    await card(tab, 'Uniband').locator('.plot').focus();
    await tab.keyboard.press('Home');
    assert.match(await card(tab, 'Uniband').locator('[aria-live]').textContent(), /^1 B: 2 processes 9999\d\d messages\/s \(.* to .* messages\/s\)/);
    assert.ok(await painted(tab) > 200);

    await drawn(tab, 'Ibcast');
    await toggle(tab, 'quantity-overlap').click();
    assert.match(await card(tab, 'Uniband').textContent(), /has no overlap; its time is shown/);
    await card(tab, 'Ibcast').locator('.plot').focus();
    await tab.keyboard.press('Home');
    assert.match(await card(tab, 'Ibcast').locator('[aria-live]').textContent(), /^1 B: 4 processes 0 %/);
    const axis = await tab.evaluate(() => {
      const {plot} = sonde.chart_list().find((chart) => chart.name === 'Ibcast');
      const {min, max, distr} = plot.scales.y;
      return {min, max, distr, lowest: plot.valToPos(0, 'y'), height: plot.over.clientHeight};
    });
    assert.equal(axis.distr, 1, 'no overlap at all has no place on a logarithmic axis');
    assert.ok(axis.min <= 0 && axis.max >= 99 && axis.max < 120, JSON.stringify(axis));
    assert.ok(axis.lowest <= axis.height, 'the lowest figures are in sight');
  });

  on_page('example', 'offer what the files have', async (tab) => {
    assert.equal(await toggle(tab, 'quantity-rate').count(), 1);
    assert.equal(await toggle(tab, 'quantity-messages').count(), 0);
    assert.equal(await toggle(tab, 'quantity-overlap').count(), 0);
  });

  on_page('example', 'show intervals as bands, and hide them', async (tab) => {
    await drawn(tab);
    const bands = () => tab.evaluate(() => sonde.chart_list()[0].plot.bands.length);
    assert.equal(await bands(), 1);
    await toggle(tab, 'intervals-false').click();
    assert.equal(await bands(), 0);
  });

  on_page('example', 'lose a line by its button in the legend', async (tab) => {
    await drawn(tab);
    const before_click = await painted(tab);
    const of_two = tab.getByRole('group', {name: 'Processes'}).getByRole('button', {name: '2 processes'});
    await of_two.click();
    await frame(tab);
    assert.match(await card(tab, 'PingPong').textContent(), /All of its lines are hidden/);
    assert.equal(await card(tab, 'PingPong').locator('canvas').count(), 0);
    await drawn(tab, 'Allreduce');
    assert.deepEqual(await tab.evaluate(() => sonde.chart_list().find(({name}) => name === 'Allreduce').drawn.map(({line}) => line.label)),
      ['4 processes', '8 processes'], 'and from all charts');
    await of_two.click();
    await drawn(tab);
    assert.ok(await painted(tab) > before_click / 2);
  });

  on_page('compare', 'overlay the lines of all files', async (tab) => {
    await drawn(tab);
    const texts = (name) => tab.getByRole('group', {name, exact: true}).getByRole('button').allTextContents();
    assert.deepEqual(await texts('File'), ['before.json', 'after.json']);
    assert.deepEqual(await texts('Processes'), ['2 processes', '4 processes', '8 processes']);
    assert.ok(await painted(tab) > 300);
  });

  on_page('compare', 'have a colour for each number of processes and a dash for each file, the same in all', async (tab) => {
    await drawn(tab);
    await drawn(tab, 'Bcast');
    const lines = await tab.evaluate(() => sonde.chart_list().filter(({drawn}) => drawn).flatMap(({name, drawn}) => drawn.map(({line}) =>
      [name, line.parts.processes, line.parts.file, line.colour, line.dash])));
    const colours = {'2 processes': 7, '4 processes': 10, '8 processes': 13}, dashes = {'before.json': 0, 'after.json': 1};
    for (const [name, processes, file, colour, dash] of lines.filter((line) => line[1]))
      assert.deepEqual([colour, dash], [colours[processes], dashes[file]], `${name}, ${processes}, ${file}`);
    assert.ok(lines.length >= 8, JSON.stringify(lines));
  });

  on_page('compare', 'have one legend, which stays in sight while they are read', async (tab) => {
    await drawn(tab, 'Barrier');
    await card(tab, 'Barrier').evaluate((it) => it.scrollIntoView({block: 'end', behavior: 'instant'}));
    await frame(tab);
    assert.equal(await tab.locator('#chart-grid .legend').count(), 0);
    const {y, height} = await tab.locator('#legend').boundingBox(), nav = await tab.locator('nav').boundingBox();
    assert.ok(y >= nav.y + nav.height - 2 && y < 200 && height > 20 && height < 130, JSON.stringify({y, height, nav}));
  });

  on_page('example', 'have no halves of processes on their axis', async (tab) => {
    await drawn(tab, 'Barrier');
    const labels = await tab.evaluate(() => {
      const {plot} = sonde.chart_list().find(({name}) => name === 'Barrier');
      return plot.axes[0]._values;
    });
    assert.ok(labels.length > 1 && labels.every((label) => /^\d+$/.test(label)), JSON.stringify(labels));
  });

  on_page('example', 'show values and intervals under the cursor', async (tab) => {
    await drawn(tab);
    await card(tab, 'PingPong').locator('.u-over').hover();
    const tip = card(tab, 'PingPong').locator('.tooltip');
    await tip.waitFor();
    assert.match(await tip.textContent(), /KiB|B.*2 processes.*µs.*\(.* to .*\)/);
  });

  on_page('example', 'can be read with the keyboard', async (tab) => {
    await drawn(tab);
    await card(tab, 'PingPong').locator('.plot').focus();
    await tab.keyboard.press('Home');
    const spoken = card(tab, 'PingPong').locator('[aria-live]');
    assert.match(await spoken.textContent(), /^0: 2 processes 1\.2 µs \(1\.128 µs to 1\.308 µs\)/);
    await tab.keyboard.press('ArrowRight');
    assert.match(await spoken.textContent(), /^1 B:/);
    await tab.keyboard.press('Escape');
    assert.equal(await card(tab, 'PingPong').locator('.tooltip').isVisible(), false);
  });

  on_page('example', 'are found by name', async (tab) => {
    await tab.locator('#chart-filter').fill('bcast');
    assert.deepEqual(await tab.locator('#chart-grid h3').allTextContents(), ['Bcast']);
  });

  on_page('example', 'follow the theme', async (tab) => {
    await drawn(tab);
    const ink = () => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ink();
    await tab.locator('#theme').click();
    await frame(tab);
    assert.notEqual(await ink(), light);
    assert.ok(await painted(tab) > 200);
  });

  on_page('example', 'are all there in print', async (tab) => {
    const state = () => tab.evaluate(() => ({charts: sonde.chart_list().every((chart) => chart.plot), rows: document.querySelectorAll('#table tbody tr').length,
      closed: document.querySelectorAll('details:not([open])').length, fits: document.querySelectorAll('#fits canvas').length}));
    await tab.evaluate(() => addEventListener('beforeprint', () => {
      window.on_paper = {charts: sonde.chart_list().every((chart) => chart.plot), rows: document.querySelectorAll('#table tbody tr').length,
        closed: document.querySelectorAll('details:not([open])').length, fits: document.querySelectorAll('#fits canvas').length};
    }));
    const screen = await state();
    await tab.pdf({format: 'A4'});
    assert.deepEqual(await tab.evaluate(() => window.on_paper), {charts: true, rows: 195, closed: 0, fits: 4});
    assert.deepEqual(await state(), {...screen, charts: true}, 'and the screen is as it was');
  }, {width: 360});
});

describe('two sides', () => {
  on_page('sides', 'are one line each with a band, and a ratio', async (tab) => {
    await drawn(tab);
    assert.deepEqual(await tab.getByRole('group', {name: 'Side'}).getByRole('button').allTextContents(), ['base', 'new']);
    const ratios = await tab.evaluate(() => sonde.chart_list()[0].drawn[1].values.filter((value) => value !== null));
    assert.ok(ratios.length > 20 && ratios.every((ratio) => Math.abs(ratio - 1.3) < 0.02), JSON.stringify(ratios));
    await toggle(tab, 'quantity-time').click();
    assert.equal(await tab.evaluate(() => sonde.chart_list()[0].plot.bands.length), 2);
    assert.match(await tab.locator('#findings').textContent(), /worse: PingPong, 2 processes, 0 B to 4 MiB: 1\.300 times the time of the base/);
  });
});

describe('fitted models', () => {
  on_page('example', 'stand with parameters, intervals, curve and residuals', async (tab) => {
    const fit = tab.locator('#fits .card').first();
    assert.equal(await fit.locator('canvas').count(), 0, 'none is drawn while it is closed');
    assert.match(await fit.locator('summary').innerText(), /straight line[^]*alpha 1\.2 us, B [^]*residuals 3\.5 %/);
    await fit.locator('summary').click();
    await fit.locator('canvas').nth(1).waitFor();
    assert.match(await fit.textContent(), /straight line.*alpha.*1\.2 us.*1\.1 us to 1\.3 us.*latency/s);
    assert.equal(await fit.locator('canvas').count(), 2);
    assert.match(await tab.locator('#models').textContent(), /Not fitted: run: not identifiable/);
  });
});

describe('a fitted model of two variables', () => {
  on_page('example', 'has points and a line for each value, and drops one by its button', async (tab) => {
    const fit = card(tab, 'two variables');
    await fit.locator('summary').click();
    await fit.locator('canvas').nth(1).waitFor();
    const buttons = fit.locator('.legend button');
    assert.deepEqual(await buttons.allTextContents(), ['pairs = 1', 'pairs = 4']);
    const canvas = () => fit.locator('canvas').first().evaluate((c) => c.toDataURL());
    const before_click = await canvas();
    await buttons.last().click();
    assert.notEqual(await canvas(), before_click);
    await buttons.first().click();
    assert.equal(await fit.locator('canvas').count(), 0);
    await buttons.last().click();
    assert.equal(await fit.locator('canvas').count(), 2);
  });
});

describe('many fitted models', () => {
  on_page('fits', 'are 24 closed cards, with more on request', async (tab) => {
    assert.equal(await tab.locator('#fits .card').count(), 24);
    assert.equal(await tab.locator('#fits canvas').count(), 0);
    await tab.locator('#more-fits').press('Enter');
    assert.equal(await tab.locator('#fits .card').count(), 40);
    assert.equal(await tab.locator('#more-fits').isVisible(), false);
  });

  on_page('fits', 'say beside themselves where they miss their points, and not in the verdict', async (tab) => {
    assert.doesNotMatch(await tab.locator('#verdict').textContent(), /miss/);
    await tab.locator('#more-fits').press('Enter');
    assert.equal(await card(tab, 'fit 37: misses its points by 40 %').count(), 1);
  });
});

// The page scrolls smoothly.
const in_window = async (tab, locator) => tab.waitForFunction((element) => {
  const {top, bottom} = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}, await locator.elementHandle());

describe('reasons of the verdict', () => {
  on_page('slow-host', 'lead to the host, with its ranks', async (tab) => {
    await tab.locator('#verdict').getByRole('link', {name: 'Slow ranks'}).first().click();
    const host = tab.locator('table.hosts').getByRole('button', {name: 'host-17'});
    assert.equal(await host.getAttribute('aria-expanded'), 'true');
    await in_window(tab, host);
    assert.ok(await host.evaluate((it) => it === document.activeElement));
  });

  on_page('unusable', 'lead to the rows', async (tab) => {
    await tab.locator('#verdict li').filter({hasText: 'wrong data'}).getByRole('link').click();
    assert.equal(await tab.locator('#table-filter').inputValue(), 'PingPong');
    assert.ok(await tab.locator('#table tbody tr').count() < 100);
    await in_window(tab, tab.locator('#table tbody tr').first());
  });
});

describe('accessibility', () => {
  const all = [390, 800, 1400].flatMap((width) => ['light', 'dark'].map((colours) => ['example', width, colours]));
  for (const [name, width, colours] of [...all, ['sides', 800, 'light'], ['slow-host', 390, 'dark'], ['cluster', 390, 'dark'], ['cluster', 1400, 'light'], ['compare', 800, 'dark'], ['links', 800, 'light'], ['fits', 1400, 'dark'], ['guidelines', 512, 'light'], ['guidelines', 1400, 'dark']])
    on_page(name, `has no violation that axe finds: ${name}, ${width} pixels, ${colours}`, async (tab) => {
        if (name === 'fits') await tab.locator('#fits summary').first().click();
        await tab.evaluate(fs.readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8'));
        const violations = await tab.evaluate(async () => (await axe.run(document, {resultTypes: ['violations']})).violations
          .map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map(({html, failureSummary}) => html.slice(0, 120) + ' ' + failureSummary).join(' | ')}`));
        assert.deepEqual(violations, []);
      }, {width, colours});
});

describe('the table', () => {
  const column = (tab, at) => tab.locator(`#table tbody tr td:nth-child(${at})`).allTextContents();

  on_page('example', 'sorts by a heading, both ways, from the keyboard too', async (tab) => {
    const heading = tab.getByRole('button', {name: 'Time, µs'});
    await heading.click();
    const sorted = (values, sign) => values.filter(Boolean).map(Number).every((v, i, all) => i === 0 || sign * (v - all[i - 1]) >= 0);
    assert.ok(sorted(await column(tab, 5), 1));
    await tab.keyboard.press('Enter');
    assert.ok(sorted(await column(tab, 5), -1));
    assert.equal(await tab.locator('th[aria-sort="descending"]').count(), 1);
  });

  on_page('example', 'finds rows', async (tab) => {
    await tab.locator('#table-filter').fill('barrier');
    assert.equal(await tab.locator('#table tbody tr').count(), 3);
  });

  const csv_of = async (tab) => {
    const [download] = await Promise.all([tab.waitForEvent('download'), tab.locator('#csv').click()]);
    return fs.readFileSync(await download.path(), 'utf8');
  };

  on_page('example', 'downloads as CSV', async (tab) => {
    const lines = (await csv_of(tab)).trim().split('\n');
    assert.equal(lines.length, 196);
    assert.match(lines[0], /^benchmark,processes,bytes,repetitions,time_seconds,/);
    assert.match(lines[1], /^PingPong,2,0,1000,0\.0000012,/);
  });

  on_page('hostile', 'gives spreadsheets no formulas', async (tab) => {
    const text = await csv_of(tab);
    assert.match(text, /"'=HYPERLINK\(""http:\/\/x""\)"/);
    assert.doesNotMatch(text, /(^|,)"?=/m);
  });
});

describe('hostile input', () => {
  on_page('hostile', 'stays text', async (tab) => {
    await tab.locator('#chart-filter').fill('script');
    await frame(tab);
    assert.equal(await tab.evaluate(() => window.hacked), undefined);
    assert.equal(await tab.locator('main img, main b[onmouseover]').count(), 0);
    assert.match(await tab.locator('.card h3').first().textContent(), /^<\/script><script>window\.hacked=1/);
  });

  on_page('hostile', 'cannot run a script that got in', async (tab) => {
    await tab.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.hacked = 2';
      document.body.append(script);
    });
    assert.equal(await tab.evaluate(() => window.hacked), undefined);
  }, {refused: /violates the following Content Security Policy/});
});

describe('100 000 cases', () => {
  on_page('large', 'open, sort, find and turn pages', async (tab) => {
    await drawn(tab, 'Benchmark0');
    assert.match(await tab.locator('#table-status').textContent(), /of 100,000 rows/);
    await tab.getByRole('button', {name: 'Time, µs'}).click();
    await tab.getByRole('button', {name: 'Last »'}).click();
    assert.match(await tab.locator('#table-status').textContent(), /99,901 to 100,000/);
    await tab.locator('#table-filter').fill('benchmark49');
    assert.match(await tab.locator('#table-status').textContent(), /of 2,000 rows/);
    assert.ok(await tab.evaluate(() => document.querySelectorAll('*').length) < 10000);
  });

  on_page('large', 'weigh 15 MB at most and keep the processor busy for 1.5 s at most', async (tab) => {
    assert.ok(fs.statSync(new URL(tab.url())).size < 15e6);
    const session = await tab.context().newCDPSession(tab), busy = async () => {
      const {metrics} = await session.send('Performance.getMetrics');
      return metrics.find(({name}) => name === 'TaskDuration').value;
    };
    await session.send('Performance.enable', {timeDomain: 'threadTicks'});
    const begin = await busy();
    await tab.reload();
    await tab.waitForSelector('html[data-ready]', {state: 'attached'});
    await frame(tab);
    const seconds = await busy() - begin;
    assert.ok(seconds > 0.05 && seconds < 1.5, `${seconds} s`);
  });

  on_page('many-sides', 'of two sides weigh 15 MB at most, by a tenth of them', async (tab) => {
    const size = (url) => fs.statSync(new URL(url)).size, empty = size(tab.url().replace('many-sides', 'nothing'));
    assert.ok(size(tab.url()) - empty < 0.1 * (15e6 - empty), String(size(tab.url())));
    const seen = await tab.evaluate(() => {
      const {cases} = sonde.page, columns = Object.entries(cases).filter(([name]) => !['size', 'names'].includes(name)), row = 10007;
      return {wrong: columns.filter(([, values]) => values.length !== cases.size).map(([name]) => name), ratio: [cases.ratio[0], cases.ratio[row]],
        time: ['time_low', 'time', 'time_high'].map((name) => cases[name][row] / cases.time[row]), of: [cases.run[row], cases.processes[row], cases.bytes[row]]};
    });
    assert.deepEqual(seen.wrong, []);
    assert.ok(seen.ratio[0] === null && Math.abs(seen.ratio[1] - 1.1) < 0.03 && Math.abs(seen.time[0] - 0.94) < 0.02 && Math.abs(seen.time[2] - 1.09) < 0.001, JSON.stringify(seen));
    assert.deepEqual(seen.of, [1, 2, 128]);
  });

  on_page('names', 'of as many names draw only what is looked at', async (tab) => {
    assert.equal(await tab.locator('#chart-grid .card').count(), 24);
    await tab.locator('#more-charts').press('Enter');  // charts that are drawn meanwhile move it away from a pointer
    assert.equal(await tab.locator('#chart-grid .card').count(), 48);
  });
});

describe('bus bandwidth', () => {
  on_page('example', 'is drawn from times of records that do not have it', async (tab) => {
    await toggle(tab, 'quantity-bus').click();
    await drawn(tab, 'Allreduce');
    const of_last = await tab.evaluate(() => {
      const chart = sonde.chart_list().find(({name}) => name === 'Allreduce'), {cases} = sonde.page;
      const row = chart.keys.get([...chart.keys.keys()].find((key) => key.split('|')[2] === '8')).rows.at(-1);
      return {bus: cases.bus[row], time: cases.time[row], bytes: cases.bytes[row], label: chart.plot.axes[1].label};
    });
    assert.ok(Math.abs(of_last.bus / (2 * 7 / 8 * of_last.bytes / of_last.time) - 1) < 1e-3, JSON.stringify(of_last));
    assert.match(of_last.label, /Bus bandwidth, MiB/);
  });

  on_page('example', 'is drawn in percent of the peak where that is known', async (tab) => {
    await toggle(tab, 'quantity-of_peak').click();
    await drawn(tab, 'Allreduce');
    const seen = await tab.evaluate(() => {
      const {cases} = sonde.page, row = cases.of_peak.findIndex((percent) => percent > 0);
      return {bus: cases.bus[row], percent: cases.of_peak[row], label: sonde.chart_list()[0].plot.axes[1].label};
    });
    assert.ok(seen.percent > 0 && seen.percent <= 100 * seen.bus / 12.5e9 * 1.0001, JSON.stringify(seen));
    assert.equal(seen.label, 'Of peak, %');
  });

  on_page('compare', 'is drawn in percent of a reference where one is named, with a line at 100', async (tab) => {
    await toggle(tab, 'quantity-of_reference').click();
    await drawn(tab);
    const seen = await tab.evaluate(() => {
      const {drawn: lines, plot} = sonde.chart_list()[0], level = Math.round(plot.valToPos(100, 'y', true));
      const canvas = plot.ctx.canvas, row = plot.ctx.getImageData(plot.bbox.left, level - 1, plot.bbox.width, 3).data;
      let painted = 0;
      for (let i = 3; i < row.length; i += 4) painted += row[i] > 200;
      return {values: lines.map(({values}) => values.filter((value) => value !== null)), label: plot.axes[1].label, painted, height: canvas.height, level};
    });
    assert.equal(seen.label, 'Speed of the reference, %');
    assert.ok(seen.values[0].length > 20 && seen.values[0].every((value) => Math.abs(value - 100) < 0.01), JSON.stringify(seen.values[0]));
    assert.ok(seen.values[1].every((value) => Math.abs(value - 100 / 1.3) < 0.01), JSON.stringify(seen.values[1]));
    assert.ok(seen.painted > 50 && seen.level > 0 && seen.level < seen.height, JSON.stringify(seen));
  });

  on_page('compare', 'has no share of a peak that nobody told', async (tab) => {
    assert.equal(await toggle(tab, 'quantity-of_peak').count(), 0);
  });
});

describe('a map of links', () => {
  const map = (tab) => tab.locator('canvas.heat-map');
  // The colour of the cell of a pair, by the place of both in the map.
  const colour_of = (tab, from, to) => tab.evaluate(([row, column]) => {
    const canvas = document.querySelector('canvas.heat-map'), cell = canvas.width / 512;
    return [...canvas.getContext('2d').getImageData(Math.floor((column + 0.5) * cell), Math.floor((row + 0.5) * cell), 1, 1).data];
  }, [from, to]);
  const apart = (a, b) => Math.max(...a.map((channel, i) => Math.abs(channel - b[i])));
  const point_at = async (tab, from, to) => {
    await map(tab).scrollIntoViewIfNeeded();
    const {x, y, width} = await map(tab).boundingBox(), cell = width / 512;
    await tab.mouse.move(x + (to + 0.5) * cell, y + (from + 0.5) * cell);
  };

  for (const colours of ['light', 'dark'])
    on_page('links', `paints a slow host as a line and a slow link as a point (${colours})`, async (tab) => {
      await map(tab).scrollIntoViewIfNeeded();
      const usual = await colour_of(tab, 100, 300);
      assert.ok(apart(await colour_of(tab, 200, 300), usual) > 60, 'the row of the host that sends slowly');
      assert.ok(apart(await colour_of(tab, 300, 200), usual) < 10, 'it receives as others do');
      assert.ok(apart(await colour_of(tab, 17, 401), usual) > 60, 'the link');
      assert.ok(apart(await colour_of(tab, 401, 17), usual) > 60, 'the other way');
      assert.ok(apart(await colour_of(tab, 18, 401), usual) < 10, 'its neighbour');
      const ring = await tab.evaluate(() => {
        const canvas = document.querySelector('canvas.heat-map'), cell = canvas.width / 512, context = canvas.getContext('2d');
        return [...context.getImageData(Math.round(401.5 * cell + 8), Math.round(17.5 * cell), 1, 1).data];
      });
      assert.ok(apart(ring, usual) > 60, 'and a ring around it');
    }, {colours});

  on_page('links', 'shows the whole map in the window, with hosts and times under the pointer', async (tab) => {
    for (const [from, to] of [[0, 511], [200, 300], [511, 0], [17, 401]]) {
      await point_at(tab, from, to);
      const box = tab.locator('.heat-holder .tooltip'), text = await box.textContent();
      assert.match(text, new RegExp(`n0*${from} → n0*${to}`));
      assert.match(text, /MB\/s, [\d.]+ times the middle’s time/);
      const seen = await box.boundingBox(), canvas = await map(tab).boundingBox();
      assert.ok(seen.height < 80 && seen.width < 400, `${seen.width} x ${seen.height}`);
      assert.ok(seen.x >= 0 && seen.x + seen.width <= 1400 && seen.y >= canvas.y - 1 && seen.y + seen.height <= canvas.y + canvas.height + 1);
    }
    const {width, height} = await map(tab).boundingBox();
    assert.ok(Math.abs(width - height) < 1 && width > 400 && height < 760);
  });

  for (const width of [390, 800, 1400])
    on_page('links', `has names on its sides, at their rows and columns, and its table beside it (${width} pixels)`, async (tab) => {
      await map(tab).scrollIntoViewIfNeeded();
      await frame(tab);
      const seen = await tab.evaluate(() => {
        const box = (it) => it.getBoundingClientRect().toJSON(), names = (side) => [...document.querySelectorAll(`.heat-names.${side} span`)].map((it) => ({...box(it), text: it.textContent}));
        return {map: box(document.querySelector('canvas.heat-map')), from: names('from'), to: names('to'), table: box(document.querySelector('.links').parentElement),
          first: [...document.querySelector('.links tbody tr').cells].map(({textContent}) => textContent), page: document.documentElement.scrollWidth};
      });
      const {map: at, from, to, table} = seen, said = JSON.stringify(seen);
      assert.deepEqual(from.map(({text}) => text), to.map(({text}) => text));
      assert.ok(from.length >= 3 && from.every(({text}, i) => text === `leaf${i}` || /^n\d{4}$/.test(text)), said);
      from.forEach((name, i) => {
        assert.ok(name.right <= at.left + 1 && name.left >= 0 && to[i].bottom <= at.top + 1, said);
        assert.ok(i === 0 || (name.top >= from[i - 1].bottom - 1 && to[i].left >= to[i - 1].right - 1), 'names do not touch: ' + said);
      });
      if (from[6].text === 'leaf6') {
        const middle = (6.5 * 32 / 512) * at.height;
        assert.ok(Math.abs((from[6].top + from[6].bottom) / 2 - at.top - middle) < 3 && Math.abs((to[6].left + to[6].right) / 2 - at.left - middle) < 3, said);
      }
      assert.ok(width < 1000 ? table.top >= at.bottom : table.left >= at.right && table.top < at.bottom, said);
      assert.ok(table.right <= width && seen.page <= width, said);
      assert.deepEqual(seen.first, ['n0200', 'leaf6', '2.00', '1.00']);
    }, {width});

  on_page('links', 'tells latency when asked, and moves with the arrow keys', async (tab) => {
    await map(tab).focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await tab.keyboard.press(key);
    const status = tab.locator('#link-maps [role=status]');
    assert.match(await status.textContent(), /n0001 → n0002: .* MB\/s/);
    await tab.getByRole('button', {name: 'Latency'}).click();
    await map(tab).focus();
    await tab.keyboard.press('ArrowUp');
    assert.match(await status.textContent(), /n0000 → n0002: 1 µs, 0.5 times the middle’s time/);
  });

  on_page('links', 'counts links by their rate, of which a few slow ones are seen', async (tab) => {
    const histogram = tab.locator('.histogram');
    await histogram.scrollIntoViewIfNeeded();
    assert.match(await histogram.getAttribute('aria-label'), /bandwidth: from 1\d,?\d* MB\/s to 3\d,?\d* MB\/s/);
    const painted_columns = await histogram.locator('canvas').evaluate((canvas) => {
      const wanted = getComputedStyle(document.getElementById('probe-line-0')).color.match(/\d+/g).map(Number);
      const {data, width, height} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const high = new Array(width).fill(0);
      for (let i = 0; i < data.length; i += 4)
        if (data[i + 3] > 200 && wanted.every((value, c) => Math.abs(value - data[i + c]) < 12)) ++high[(i / 4) % width];
      const bars = [];
      high.forEach((pixels, x) => {
        if (pixels > 3 && !(high[x - 1] > 3)) bars.push(0);
        if (pixels > 3) bars[bars.length - 1] = Math.max(bars.at(-1), pixels / height);
      });
      return bars;
    });
    // 1 and 1.1 times the time of near links, 2 and 2.2 times of the slow host, 3.3 times of the slow link both ways
    assert.equal(painted_columns.length, 5, JSON.stringify(painted_columns));
    assert.ok(painted_columns.at(-1) > 0.03 && painted_columns.at(-1) < painted_columns[1] / 3, JSON.stringify(painted_columns));
    const before_click = await histogram.getAttribute('aria-label');
    await tab.getByRole('button', {name: 'Latency'}).click();
    assert.notEqual(await histogram.getAttribute('aria-label'), before_click);
  });

  on_page('links', 'says the verdict and what is slow before all charts', async (tab) => {
    const text = await tab.locator('#link-maps').textContent();
    assert.match(text, /slow of 512 processes and 261632 links: 1 host, 1 link/);
    assert.match(text, /host n0200 sends 50 % slower/);
    assert.match(text, /link n0017 - n0401 is 67 % slower/);
    assert.match(await tab.locator('#verdict').textContent(), /host n0200 sends/);
    const place = async (id) => (await tab.locator(id).boundingBox()).y;
    assert.ok(await place('#links') < await place('#charts'));
  });

  on_page('example', 'is not there where there are no links', async (tab) => assert.equal(await tab.locator('#links').isVisible(), false));
});
