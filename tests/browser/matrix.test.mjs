// The matrix of all cases on the first screen, in Chromium: what its cells show, where it stands, and what the keyboard and a click do.
import assert from 'node:assert/strict';
import {after, before, describe} from 'node:test';
import {launch, tests_in} from './browser.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());
const on_page = tests_in(() => browser);

const cell = (tab, benchmark, processes, column) => tab.evaluateHandle(([name, count, head]) => {
  for (const table of document.querySelectorAll('.matrix')) {
    const at = [...table.tHead.rows[0].cells].findIndex((th) => th.textContent === head);
    const row = [...table.tBodies[0].rows].find(({cells: [th]}) => th.textContent === name + count);
    if (at > 0 && row) return row.cells[at];
  }
  return null;
}, [benchmark, processes, column]);
const style_of = (found) => found.evaluate((td) => {
  const {backgroundColor, backgroundImage} = getComputedStyle(td), canvas = document.createElement('canvas'), context = canvas.getContext('2d');
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, 1, 1);
  return {text: td.textContent, rgb: [...context.getImageData(0, 0, 1, 1).data].slice(0, 3), hatched: backgroundImage !== 'none'};
});
const unfold = async (tab, name) => tab.getByRole('button', {name, exact: true}).click();

describe('the matrix', () => {
  for (const width of [390, 800, 1400, 1900])
    for (const name of ['cluster', 'compare', 'slow-host'])
      on_page(name, `stands on the first screen and scrolls within itself: ${name} at ${width} pixels`, async (tab) => {
        const verdict = await tab.locator('#verdict').boundingBox(), first = await tab.locator('.matrix tbody td').first().boundingBox();
        assert.ok(first.y > verdict.y + verdict.height && first.y + first.height < 900, JSON.stringify({verdict, first}));
        assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page does not scroll sideways');
        const sizes = await tab.locator('.matrix tbody tr:first-child td').evaluateAll((all) => all.map((td) => td.getBoundingClientRect().toJSON()));
        assert.ok(sizes.every(({width: wide, height}) => wide >= 24 && height >= 20 && height < 40), JSON.stringify(sizes[0]));
        const cut = await tab.locator('.matrix tbody td').evaluateAll((all) => all.filter((td) => td.scrollWidth > td.clientWidth + 1).length);
        assert.equal(cut, 0, 'no text of a cell is cut');
        const names = await tab.locator('.matrices').evaluate(async (box) => {
          box.scrollLeft = 1e4;
          box.scrollTop = 40;
          await new Promise(requestAnimationFrame);
          const name = box.querySelector('tbody tr:nth-child(3) th').getBoundingClientRect(), head = box.querySelector('thead th:last-child').getBoundingClientRect();
          const {left, top} = box.getBoundingClientRect();
          return {left: name.left - left, top: head.top - top, wide: name.width / box.clientWidth};
        });
        assert.ok(Math.abs(names.left) < 3 && names.top >= -1 && names.wide < 0.45, 'names and lengths stay in sight: ' + JSON.stringify(names));
      }, {width});

  for (const colours of ['light', 'dark'])
    on_page('cluster', `shows slower and faster in two colours, hatches what is not proven and leaves what is alike blank (${colours})`, async (tab) => {
      for (const name of ['Allreduce', 'Alltoall', 'Bcast', 'Gather']) await unfold(tab, name);
      const [alike, slower, short, faster, open] = await Promise.all([['Allreduce', '64K'], ['Alltoall', '64K'], ['Alltoall', '64'], ['Bcast', '64K'], ['Gather', '64K']]
        .map(async ([name, bytes]) => style_of(await cell(tab, name, 512, bytes))));
      const card = await tab.locator('.matrices').evaluate((box) => getComputedStyle(box).backgroundColor.match(/\d+/g).map(Number));
      assert.deepEqual([alike.rgb, short.rgb], [card, card]);
      assert.deepEqual([slower.text, faster.text], ['+25', '−20']);
      assert.ok(slower.rgb[0] > slower.rgb[2] + 40 && faster.rgb[2] > faster.rgb[0] + 40, JSON.stringify({slower, faster}));
      assert.deepEqual([alike, slower, faster, open].map(({hatched}) => hatched), [false, false, false, true]);
    }, {colours});

  on_page('cluster', 'folds the process counts of a benchmark into the worst of them, those that matter most first', async (tab) => {
    const rows = tab.locator('.matrix').first().locator('tbody tr');
    assert.match(await rows.first().textContent(), /^Alltoall\d*128 … 512/);
    const before_click = await rows.count();
    assert.ok(before_click <= 20);
    const first = tab.locator('.matrix .fold').first();
    await first.press('Enter');
    assert.equal(await rows.count(), before_click + 2);
    assert.equal(await tab.evaluate(() => document.activeElement.getAttribute('aria-expanded')), 'true');
    assert.deepEqual(await tab.locator('.matrix').nth(1).locator('thead th').allTextContents(), ['Benchmark', '2', '8', '32', '128', '512'], 'Barrier stands against processes');
  });

  on_page('cluster', 'says case and values of a cell, and opens its chart', async (tab) => {
    await unfold(tab, 'Alltoall');
    const found = await cell(tab, 'Alltoall', 256, '64K');
    await found.hover();
    const box = tab.locator('.matrix-holder .tooltip');
    assert.match(await box.textContent(), /^Alltoall, 256 processes, 64 KiBbase: [\d.]+ µs.*new: [\d.]+ µs.*1\.25 .*worse/);
    const seen = await box.boundingBox(), around = await found.boundingBox();
    assert.ok(seen.y >= around.y + around.height || seen.y + seen.height <= around.y, 'the box leaves its cell in sight');
    await found.focus();
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown']) await tab.keyboard.press(key);
    assert.match(await tab.locator('#matrix [aria-live]').textContent(), /^Alltoall, 256 processes, 64 KiB; base/);
    await tab.keyboard.press('Enter');
    await tab.waitForFunction(() => document.activeElement.closest('.card h3, .card')?.textContent.startsWith('Alltoall'));
    assert.match(await tab.evaluate(() => location.hash), /^#Alltoall&p=256/);
    await tab.waitForFunction(() => sonde.chart_list().find(({name}) => name === 'Alltoall').plot.cursor.idx === 8);
    const lines = await tab.evaluate(() => sonde.chart_list().find(({name}) => name === 'Alltoall').drawn.map(({line}) => line.parts.processes));
    assert.deepEqual([...new Set(lines)], ['256 processes']);
  });

  on_page('compare', 'shows two files against each other when asked, and hatches intervals that overlap', async (tab) => {
    await tab.getByRole('button', {name: 'Second over first'}).click();
    const found = await cell(tab, 'Allreduce', 8, '64K');
    assert.deepEqual((({text, hatched}) => ({text, hatched}))(await style_of(found)), {text: '+30', hatched: false});
    assert.match(await tab.locator('.matrix-legend').textContent(), /It is no test/);
    assert.equal((await style_of(await cell(tab, 'Allreduce', 8, '2'))).text, '✕');
  });

  on_page('example', 'shows percent of the peak, and interval widths when asked', async (tab) => {
    assert.match(await tab.locator('.matrix-title').textContent(), /percent of the peak/);
    assert.ok(Number((await style_of(await cell(tab, 'PingPong', 2, '4M'))).text) > 50);
    await tab.getByRole('button', {name: 'Interval', exact: true}).click();
    assert.equal((await style_of(await cell(tab, 'PingPong', 2, '4M'))).text, '15');
    assert.equal((await style_of(await cell(tab, 'Barrier', '', '4'))).text, '15');
  });

  on_page('cluster', 'comes before charts, and these before what stands out', async (tab) => {
    const places = await tab.evaluate(() => ['summary', 'matrix', 'charts', 'stands-out', 'files', 'data-table'].map((id) => document.getElementById(id).getBoundingClientRect().top));
    assert.deepEqual(places, [...places].sort((a, b) => a - b));
    const said = await tab.locator('#verdict li, #findings li > div').allTextContents();
    assert.equal(new Set(said.map((text) => text.slice(0, 60))).size, said.length, 'nothing stands twice');
  });
});
