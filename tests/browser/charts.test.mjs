// The charts of a report in Chromium: axes and ticks, colours and weights of lines, the box at the cursor, the address.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, before, describe, test} from 'node:test';
import {args, launch, tests_in} from './browser.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());
const on_page = tests_in(() => browser);

const card = (tab, name) => tab.locator('.card').filter({has: tab.getByRole('heading', {name, exact: true})});
const drawn = async (tab, ...names) => {
  for (const name of names) {
    await tab.evaluate((wanted) => sonde.find_chart(wanted).scrollIntoView({block: 'center', behavior: 'instant'}), name);
    await tab.waitForFunction((wanted) => sonde.chart_list().find((chart) => chart.name === wanted).plot, name);
  }
  await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
};
const axes = (tab, name) => tab.evaluate((wanted) => {
  const {plot} = sonde.chart_list().find((chart) => chart.name === wanted);
  return {x: plot.axes[0]._values, y: plot.axes[1]._values, y_scale: [plot.scales.y.min, plot.scales.y.max], distr: plot.scales.y.distr,
    x_places: plot.axes[0]._splits.map((split) => plot.valToPos(split, 'x')), y_places: plot.axes[1]._splits.map((split) => plot.valToPos(split, 'y'))};
}, name);

describe('axes', () => {
  for (const width of [390, 800, 1400])
    for (const [name, benchmarks] of [['cluster', ['Alltoall', 'Barrier']], ['compare', ['PingPong', 'Barrier']]])
      on_page(name, `have three ticks or more that do not touch: ${name} at ${width} pixels`, async (tab) => {
        await drawn(tab, ...benchmarks);
        for (const benchmark of benchmarks)
          for (const quantity of ['time', ...(name === 'cluster' ? ['ratio'] : [])]) {
            await tab.locator(`[data-toggle="quantity-${quantity}"]`).click();
            await drawn(tab, benchmark);
            const seen = await axes(tab, benchmark), said = `${benchmark} ${quantity} ${JSON.stringify(seen)}`;
            for (const [labels, places, room] of [[seen.x, seen.x_places, 24], [seen.y, seen.y_places, 14]]) {
              assert.ok(labels.length >= 3 && new Set(labels).size === labels.length, said);
              assert.ok(places.every((place, i) => i === 0 || Math.abs(place - places[i - 1]) > room), said);
            }
          }
      }, {width});

  on_page('cluster', 'show ratios at first, as far below 1 as above it, with the band of the threshold', async (tab) => {
    await drawn(tab, 'Alltoall');
    const {y_scale: [low, high], distr, y} = await axes(tab, 'Alltoall');
    assert.equal(distr, 3);
    assert.ok(Math.abs(low * high - 1) < 1e-6 && high > 1.25 && high < 1.5, `${low} ${high}`);
    assert.ok(y.includes('1'), JSON.stringify(y));
    const [inside, outside, other] = await tab.evaluate(() => {
      const {plot} = sonde.chart_list().find(({name}) => name === 'Alltoall');
      const at = (value) => [...plot.ctx.getImageData(plot.bbox.left + 3, Math.round(plot.valToPos(value, 'y', true)), 1, 1).data];
      return [at(1.015), at(1.06), at(0.985)];
    });
    assert.ok(inside[3] > 20 && other[3] > 20 && outside[3] < 5, JSON.stringify({inside, outside, other}));
  });

  on_page('example', 'give messages of no bytes a tick of their own, and Barrier an axis in steps of two', async (tab) => {
    await drawn(tab, 'PingPong', 'Barrier');
    const {x, x_places} = await axes(tab, 'PingPong');
    assert.equal(x[0], '0');
    assert.ok(x_places[1] - x_places[0] > 24);
    const of_barrier = await axes(tab, 'Barrier');
    assert.deepEqual(of_barrier.x, ['2', '4', '8']);
    const [two, four, eight] = of_barrier.x_places;
    assert.ok(Math.abs((eight - four) - (four - two)) < 1, JSON.stringify(of_barrier.x_places));
  });
});

describe('windows and threads', () => {
  for (const width of [390, 800, 1400])
    on_page('later', `stand on the axis below and in the keys (${width} pixels)`, async (tab) => {
      await drawn(tab, 'Rate_pairs');
      const {x, x_places} = await axes(tab, 'Rate_pairs');
      assert.ok(x.length >= 3 && x[0] === '1' && x.every((text, i) => Number(text) >= 2 ** i), JSON.stringify(x));
      assert.ok(x_places.every((place, i) => i === 0 || place - x_places[i - 1] > 20), JSON.stringify(x_places));
      const seen = await tab.evaluate(() => {
        const chart = sonde.chart_list().find(({name}) => name === 'Rate_pairs');
        return {label: chart.plot.axes[0].label, points: [...chart.plot.data[0]], lines: chart.drawn.map(({line}) => [line.label, line.colour, line.dash])};
      });
      assert.equal(seen.label, 'Window (messages)');
      assert.deepEqual(seen.points, [1, 2, 4, 8, 16, 32, 64, 128]);
      assert.deepEqual(seen.lines, [['1 B', 7, 0], ['64 B', 9, 0], ['4 KiB', 11, 0], ['256 KiB', 13, 0]]);
      await drawn(tab, 'Bcast_MT');
      assert.deepEqual(await tab.evaluate(() => sonde.chart_list().find(({name}) => name === 'Bcast_MT').drawn.map(({line}) => line.label)), ['2 processes, 4 threads']);
      assert.deepEqual(await tab.getByRole('group', {name: 'Threads'}).getByRole('button').allTextContents(), ['4 threads']);
    }, {width});
});

describe('lines', () => {
  for (const colours of ['light', 'dark'])
    on_page('cluster', `grow stronger with the number of processes, and with the new side (${colours})`, async (tab) => {
      await tab.locator('[data-toggle="quantity-time"]').click();
      await drawn(tab, 'Alltoall');
      const lines = await tab.evaluate(() => sonde.chart_list().find(({name}) => name === 'Alltoall').drawn.map(({line, series}) => ({...line.parts,
        width: sonde.chart_list().find(({name}) => name === 'Alltoall').plot.series[series].width, dash: line.dash,
        rgb: getComputedStyle(document.getElementById('probe-line-' + line.colour)).color.match(/\d+/g).map(Number)})));
      const light = ({rgb: [r, g, b]}) => 0.2126 * r ** 2.2 + 0.7152 * g ** 2.2 + 0.0722 * b ** 2.2;
      const paper = colours === 'light' ? -1 : 1, of_base = lines.filter(({file}) => file === 'base');
      assert.deepEqual(of_base.map(({processes}) => processes), ['128 processes', '256 processes', '512 processes']);
      assert.ok(of_base.every((line, i) => i === 0 || paper * (light(line) - light(of_base[i - 1])) > 0), JSON.stringify(lines));
      for (const {file, width, dash} of lines) assert.deepEqual([width, dash], file === 'base' ? [1.25, 0] : [2.75, 1]);
    }, {colours});
});

describe('the box at the cursor', () => {
  for (const width of [390, 800, 1400])
    for (const [name, benchmark] of [['cluster', 'Alltoall'], ['lines', 'Exchange'], ['compare', 'Allreduce']])
      on_page(name, `stands beside its plot and takes a third of it at most: ${name} at ${width} pixels`, async (tab) => {
        await tab.locator('[data-toggle="quantity-time"]').click();
        await drawn(tab, benchmark);
        const chart = card(tab, benchmark), plot = chart.locator('.u-over');
        const {width: wide, height: high} = await plot.boundingBox();
        for (const share of [0.1, 0.5, 0.9]) {
          await plot.hover({position: {x: wide * share, y: high * 0.5}});
          await chart.locator('.tooltip').waitFor();
          const seen = await chart.evaluate((it) => {
            const box = it.querySelector('.tooltip'), around = (element) => element.getBoundingClientRect().toJSON();
            return {box: around(box), plot: around(it.querySelector('.u-over')), all: around(it.querySelector('.u-wrap')), rows: box.querySelectorAll('tr').length,
              cells: [...box.querySelectorAll('th, td')].map((cell) => ({...around(cell), name: cell.className || cell.tagName === 'TH', cut: cell.scrollWidth - cell.clientWidth}))};
          });
          const said = JSON.stringify(seen), {box, plot: lines, all} = seen;
          assert.ok(box.bottom <= lines.top + 1 || box.top >= lines.bottom - 1, 'it covers no line: ' + said);
          assert.ok(box.width * box.height <= all.width * all.height / 3, said);
          assert.ok(seen.rows >= 3 && box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= 900, said);
          assert.ok(seen.cells.every(({left, right, name: of, cut}) => left >= box.left - 1 && right <= box.right + 1 && (of || cut <= 1)), said);
        }
      }, {width});

  on_page('cluster', 'has columns of both sides and of their ratio', async (tab) => {
    await drawn(tab, 'Alltoall');
    await tab.evaluate(() => sonde.point_at(sonde.chart_list().find(({name}) => name === 'Alltoall').plot, 8));
    const table = card(tab, 'Alltoall').locator('.tooltip tr');
    assert.deepEqual(await table.first().locator('th').allTextContents(), ['64 KiB', 'base', 'new', 'ratio']);
    const cells = await table.nth(1).locator('td').allTextContents();
    assert.match(cells.slice(1).join('|'), /^\d+ processes\|[\d.]+ µs\|[\d.]+ µs\|1\.25 \(1\.24 to 1\.26\)$/);
  });

  on_page('lines', 'names the nearest line first', async (tab) => {
    await drawn(tab, 'Exchange');
    const chart = card(tab, 'Exchange'), plot = chart.locator('.u-over'), {width, height} = await plot.boundingBox(), first = [];
    for (const y of [2, height - 2]) {
      await plot.hover({position: {x: width * 0.1, y}});
      first.push(await chart.locator('.tooltip tr:nth-child(2) .name').textContent());
    }
    assert.match(first[0], /group 15/);
    assert.match(first[1], /group 0/);
  });

  on_page('cluster', 'moves the cursors of all charts against length, and zooms its own alone', async (tab) => {
    await drawn(tab, 'Bcast', 'Barrier', 'Alltoall');
    await tab.evaluate(() => sonde.point_at(sonde.chart_list().find(({name}) => name === 'Alltoall').plot, 5));
    const indices = () => tab.evaluate(() => ['Alltoall', 'Bcast', 'Barrier'].map((wanted) => sonde.chart_list().find(({name}) => name === wanted).plot.cursor.idx ?? null));
    assert.deepEqual((await indices()).slice(0, 2), [5, 5]);
    assert.ok((await indices())[2] === null, JSON.stringify(await indices()));
    assert.equal(await tab.locator('.tooltip:visible').count(), 1);
    const plot = card(tab, 'Alltoall').locator('.u-over'), {x, y, width} = await plot.boundingBox();
    const range = (wanted) => tab.evaluate((of) => sonde.chart_list().find(({name}) => name === of).plot.scales.x.max, wanted);
    const [own, other] = [await range('Alltoall'), await range('Bcast')];
    await tab.mouse.move(x + width * 0.2, y + 40);
    await tab.mouse.down();
    await tab.mouse.move(x + width * 0.6, y + 40, {steps: 4});
    await tab.mouse.up();
    assert.ok(await range('Alltoall') < own / 4);
    assert.equal(await range('Bcast'), other);
  });
});

describe('paper', () => {
  for (const [name, width] of [['cluster', 390], ['cluster', 1400], ['sides', 800], ['example', 1400]])
    on_page(name, `has charts and the matrix whole, and 200 rows at most: ${name} printed at ${width} pixels`, async (tab) => {
      await tab.evaluate(() => dispatchEvent(new Event('beforeprint')));
      await tab.emulateMedia({media: 'print'});
      await tab.setViewportSize({width: 718, height: 1000});
      const seen = await tab.evaluate(() => ({page: document.documentElement.scrollWidth, rows: document.querySelectorAll('#table tbody tr').length,
        charts: [...document.querySelectorAll('#chart-grid .card')].map((card) => {
          const canvas = card.querySelector('canvas'), [box, around] = [canvas ?? card, card].map((it) => it.getBoundingClientRect());
          return {there: Boolean(canvas), inside: box.right <= around.right + 1 && box.bottom <= around.bottom + 1, wide: box.width, shape: canvas ? box.width / box.height * canvas.height / canvas.width : 0};
        }),
        tables: [...document.querySelectorAll('.matrix')].map((table) => table.getBoundingClientRect().right)}));
      assert.ok(seen.rows > 100 && seen.rows <= 200, String(seen.rows));
      assert.ok(seen.charts.length >= 5 && seen.charts.every(({there, inside, wide, shape}) => there && inside && wide > 250 && Math.abs(shape - 1) < 0.03), JSON.stringify(seen.charts));
      assert.ok(seen.tables.every((right) => right <= 719), JSON.stringify(seen.tables));
    }, {width});
});

describe('wide tables on paper', () => {
  const on_paper = async (tab) => {
    await tab.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await tab.emulateMedia({media: 'print'});
    await tab.setViewportSize({width: 718, height: 1000});
  };
  for (const width of [390, 800, 1400])
    on_page('wide', `are the matrix in strips that can be read (window of ${width} pixels)`, async (tab) => {
      const columns = await tab.locator('.matrix').first().locator('thead th').allTextContents(), screen = await tab.locator('.matrix').count();
      await on_paper(tab);
      const seen = await tab.evaluate(() => [...document.querySelectorAll('.matrix')].map((table) => ({heads: [...table.tHead.rows[0].cells].slice(1).map((th) => th.textContent),
        right: table.getBoundingClientRect().right, letters: parseFloat(getComputedStyle(table).fontSize) * table.currentCSSZoom, rows: table.tBodies[0].rows.length})));
      assert.deepEqual(seen.flatMap(({heads}) => heads), columns.slice(1), 'each length once');
      assert.ok(seen.length > 3 && seen.every(({right, letters, rows}) => right <= 719 && letters >= 7 && rows === seen[0].rows), JSON.stringify(seen));
      await tab.evaluate(() => dispatchEvent(new Event('afterprint')));
      assert.equal(await tab.locator('.matrix').count(), screen, 'and the screen is as it was');
    }, {width});

  on_page('cluster', 'are shares of ranks with headings that stand upright, whole', async (tab) => {
    await on_paper(tab);
    const seen = await tab.evaluate(() => [...document.querySelectorAll('#rank-maps .map')].map((table) => ({right: table.getBoundingClientRect().right,
      heads: [...table.tHead.rows[0].cells].map((th) => ({text: th.textContent, high: th.getBoundingClientRect().height, wide: th.getBoundingClientRect().width})),
      row: table.tBodies[0].rows[0].getBoundingClientRect().height, letters: parseFloat(getComputedStyle(table).fontSize) * table.currentCSSZoom})));
    assert.ok(seen.length === 2 && seen.every(({right, row, letters}) => right <= 719 && row < 30 && letters >= 6.5), JSON.stringify(seen));
    assert.ok(seen.every(({heads}) => heads.every(({high, wide}) => high > wide)), JSON.stringify(seen[0].heads));
  });

  test('are in a file that chromium --print-to-pdf writes without a window, with all charts', {timeout: 120000}, () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sonde-pdf-')), file = path.join(folder, 'page.pdf');
    try {
      execFileSync(process.env.SONDE_CHROMIUM ?? '/usr/bin/chromium', ['--headless', ...args, `--user-data-dir=${folder}`, '--print-to-pdf=' + file,
        'file://' + path.resolve(process.env.SONDE_PAGES ?? '.', 'cluster.html')], {stdio: 'ignore', timeout: 110000});
      // What is translucent, such as the bands of each chart, is a form of its own.
      const text = fs.readFileSync(file, 'latin1'), forms = text.match(/\/Subtype \/Form/g)?.length ?? 0;
      assert.ok(forms >= 120, `${forms} forms`);
    } finally {
      fs.rmSync(folder, {recursive: true, force: true});
    }
  });
});

describe('the address', () => {
  on_page('cluster', 'opens a chart with its lines and what it shows, and follows the buttons', async (tab) => {
    await tab.waitForFunction(() => document.activeElement.closest('.card')?.textContent.startsWith('Alltoall2'));
    const shown = () => tab.evaluate(() => ({hash: location.hash, quantity: sonde.view.quantity,
      lines: [...new Set(sonde.chart_list().find(({name}) => name === 'Alltoall2').drawn.map(({line}) => line.parts.processes))]}));
    assert.deepEqual(await shown(), {hash: '#Alltoall2&p=256&time', quantity: 'time', lines: ['256 processes']});
    await tab.locator('[data-toggle="quantity-ratio"]').click();
    await tab.locator('#legend').getByRole('button', {name: '512 processes'}).click();
    assert.deepEqual(await shown(), {hash: '#Alltoall2&p=256,512', quantity: 'ratio', lines: ['256 processes', '512 processes']});
    await tab.reload();
    await tab.waitForSelector('html[data-ready]', {state: 'attached'});
    assert.deepEqual((await shown()).lines, ['256 processes', '512 processes']);
  }, {hash: '#Alltoall2&p=256&time'});

  for (const hash of ['#%E0%A4%A', '#nothing&p=0&constructor', '#charts', '#&p=99999999999999999999&rate'])
    on_page('example', `does no harm where it says nothing: ${hash}`, async (tab) => {
      assert.equal(await tab.locator('#broken').isVisible(), false);
      assert.equal(await tab.evaluate(() => sonde.shown_processes()), null);
    }, {hash});
});
