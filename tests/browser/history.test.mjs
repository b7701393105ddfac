import assert from 'node:assert/strict';
import fs from 'node:fs';
import {after, before, describe} from 'node:test';
import {launch, tests_in} from './browser.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

const on_page = tests_in(() => browser);

const row = (tab, name) => tab.locator('#cases-table tbody tr').filter({has: tab.getByRole('rowheader', {name, exact: true})});
const names = (tab) => tab.locator('#cases-table tbody th').allTextContents();
const slow = 'Allreduce, 4 processes, 56 B', known = 'Allreduce, 4 processes, 72 B', gaps = 'Allreduce, 4 processes, 8 B';

// The picture of a case in the table, drawn: its line as lists of points, and its marks.
const picture = async (tab, name) => {
  await row(tab, name).scrollIntoViewIfNeeded();
  const drawn = row(tab, name).locator('svg.sparkline');
  await drawn.waitFor();
  return drawn.evaluate((svg) => ({
    at: Number(svg.dataset.case), box: svg.getBoundingClientRect().toJSON(), label: svg.getAttribute('aria-label'),
    lines: svg.querySelector('.line').getAttribute('d').split('M').filter(Boolean).map((run) => run.replace(/h.*/, '').split('L').map((point) => point.split(' ').map(Number))),
    discs: [...svg.querySelectorAll('circle.raised')].map((disc) => [Number(disc.getAttribute('cx')), Number(disc.getAttribute('cy'))]),
    crosses: svg.querySelectorAll('.failed').length, levels: [...svg.querySelectorAll('.level')].map((level) => Number(level.getAttribute('x1')))}));
};

describe('a page', () => {
  for (const name of ['nights', 'nights-hostile', 'nights-few', 'nights-one', 'nights-large'])
    on_page(name, `opens without errors or requests: ${name}`, async (tab) => {
      assert.equal(await tab.locator('#broken').isVisible(), false);
      assert.ok(await tab.locator('#cases-table tbody tr').count() > 0);
    });

  for (const width of [390, 800, 1400])
    on_page('nights', `does not scroll sideways at ${width} pixels`, async (tab) => {
      assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }, {width});
});

describe('alarms', () => {
  for (const [width, shown] of [[1400, 3], [390, 2]])
    on_page('nights', `are first and on the first screen, worst first, at ${width} pixels`, async (tab) => {
      assert.equal(await tab.locator('#headline .judgement').textContent(), 'ALARM: slower than in the nights before; 1 case failed in the last night');
      const alarms = tab.locator('#now .alarm');
      assert.deepEqual(await alarms.locator('b').allTextContents(), ['Allreduce, 4 processes, 88 B', slow, 'Allreduce, 4 processes, 40 B']);
      const boxes = await Promise.all(Array.from({length: shown}, (_, i) => alarms.nth(i).boundingBox()));
      assert.ok(boxes.every(({y, height}) => y + height < 900), JSON.stringify(boxes));
      const lines = await Promise.all(Array.from({length: shown}, (_, i) => alarms.nth(i).locator('svg.sparkline').boundingBox()));
      assert.ok(lines.every(({x, y, width: wide, height}, i) => wide > 200 && height > 30 && x > boxes[i].x && y > boxes[i].y &&
        x + wide < boxes[i].x + boxes[i].width && y + height < boxes[i].y + boxes[i].height), JSON.stringify(lines));
      assert.ok((await tab.locator('#cases').boundingBox()).y > boxes[shown - 1].y);
    }, {width});

  on_page('nights', 'say how much with an interval, since when, what changed beside it, and that nobody knows them', async (tab) => {
    const text = await tab.locator('#now .alarm').filter({hasText: slow}).textContent();
    const [, change, low, high, since] = text.match(/\+([\d.]+) % of time \(\+([\d.]+) % to \+([\d.]+) %\) since (\S{10})/);
    assert.ok(Number(low) < Number(change) && Number(change) < Number(high) && Math.abs(Number(change) - 30) < 3, text);
    assert.equal(since, '2026-02-10');
    assert.match(text, /Changed in 2026-02-10:kernel: 6\.1\.0-25 -> 6\.1\.0-27/);
    assert.match(text, /Not acknowledged/);
  });

  on_page('nights', 'say what check says', async (tab) => {
    const text = await tab.locator('#check-text').textContent();
    const printed = [...text.matchAll(/^(\S.*\S) +\+([\d.]+)% +[\d.]+ {2}(\S+)$/gm)].map(([, name, change, since]) => [name, change, since]);
    assert.equal(printed.length, 2);
    for (const [name, change, since] of printed) {
      const shown = await tab.locator('#now .alarm').filter({hasText: name}).locator('.how-much').textContent();
      assert.ok(shown.startsWith(`+${change} % of time`) && shown.endsWith(since), `${shown}: ${name} ${change} ${since}`);
    }
  });

  on_page('nights', 'of earlier nights stand below, with the words that acknowledged them', async (tab) => {
    const text = await tab.locator('#before .alarm').textContent();
    assert.ok(text.includes(known) && text.includes('Acknowledged as a new level from 2026-01-24 on: new level, UCX 1.17'), text);
  });

  on_page('nights-few', 'of a few nights have the interval of the comparison', async (tab) => {
    assert.match(await tab.locator('#headline').textContent(), /^ALARM: .*not calibrated: 2 of 60 nights/);
    assert.match(await tab.locator('#now .alarm').textContent(), /Bcast, 4 processes, 16 B\+5\d\.\d % of time \(\+\d+\.\d % to \+\d+\.\d %, 95 %\) since 2025-11-16/);
  });

  on_page('nights-one', 'are none where there is too little history', async (tab) => {
    assert.match(await tab.locator('#headline').textContent(), /too little history/);
    assert.equal(await tab.locator('.alarm').count(), 0);
    assert.ok(await tab.locator('#check-text').isVisible());
  });
});

describe('sparklines', () => {
  on_page('nights', 'have a point a night, in order of time, higher where it was slower', async (tab) => {
    const {lines, at, box} = await picture(tab, slow);
    const points = lines.flat();
    const {days, values} = await tab.evaluate((of) => ({days: sonde.page.days, values: sonde.page.cases[of].values}), at);
    assert.equal(points.length, days.length);
    const scale = (points.at(-1)[0] - points[0][0]) / days.at(-1);
    points.forEach(([x, y], night) => {
      assert.ok(Math.abs(x - points[0][0] - scale * days[night]) <= 0.2, `night ${night}: ${x}`);
      assert.ok(y >= 0 && y <= 36 && x >= 0 && x <= 240);
      points.forEach(([, other], i) => assert.ok(values[i] <= values[night] || other <= y, `${i} ${night}`));
    });
    assert.ok(box.width === 240 && box.height === 36, JSON.stringify(box));
  });

  on_page('nights', 'have gaps where nights are missing, and no others', async (tab) => {
    const whole = await picture(tab, slow);  // four days without any night
    assert.deepEqual(whole.lines.map((run) => run.length), [40, 46]);
    const holes = await picture(tab, gaps);  // and ten in which this case was left out
    assert.deepEqual(holes.lines.map((run) => run.length), [20, 10, 46]);
  });

  on_page('nights', 'mark the nights of alarms on the line, failures and acknowledged levels', async (tab) => {
    const {lines, discs, levels} = await picture(tab, known);
    const points = lines.flat().map(String);
    assert.ok(discs.length > 0 && discs.every((disc) => points.includes(String(disc))), JSON.stringify(discs));
    assert.deepEqual(levels, [lines.flat()[66][0]]);
    const failed = await picture(tab, 'Allreduce, 4 processes, 88 B');
    assert.deepEqual([failed.crosses, failed.discs.length], [1, 0]);
    assert.match((await picture(tab, slow)).label, /86 nights, last .* µs, 2 nights with an alarm/);
  });

  on_page('nights', 'have the levels as steps, where they begin and as high as the line', async (tab) => {
    const {lines, at} = await picture(tab, known);
    const drawn = await row(tab, known).locator('svg .steps').getAttribute('d');
    const [, from, low, to, high] = drawn.match(/^M([\d.]+) ([\d.]+)H([\d.]+)L[\d.]+ ([\d.]+)H[\d.]+$/).map(Number);
    const points = lines.flat();
    assert.deepEqual([from, to], [points[0][0], points[66][0]]);
    points.forEach(([, y], night) => assert.ok(Math.abs(y - (night < 66 ? low : high)) < 6, `${night} of ${at}: ${y}`));
    assert.match((await picture(tab, known)).label, /a level from 2026-01-24/);
    assert.doesNotMatch(await row(tab, gaps).locator('svg .steps').getAttribute('d'), /L/);
  });

  on_page('nights', 'say the night and the value below the pointer', async (tab) => {
    const {at} = await picture(tab, slow);
    await row(tab, slow).locator('svg.sparkline').hover({position: {x: 236, y: 18}});
    const value = await tab.evaluate((of) => sonde.seconds(sonde.page.cases[of].last), at);
    assert.match(await tab.locator('#readout').textContent(), new RegExp(`^2026-02-12: ${value.replace('.', '\\.').slice(0, 4)}`));
    await tab.mouse.move(5, 5);
    assert.equal(await tab.locator('#readout').isVisible(), false);
  });

  on_page('nights', 'show a rate as a rate', async (tab) => {
    assert.match(await row(tab, 'Bcast, 4 processes, 32 B').textContent(), /MB\/s/);
  });
});

describe('nights at which levels begin', () => {
  on_page('nights', 'are listed, the newest first, with the cases and what changed', async (tab) => {
    const nights = tab.locator('#borders .border');
    assert.deepEqual(await nights.locator('b').allTextContents(), ['2026-02-10', '2026-01-24']);
    const text = await nights.first().textContent();
    assert.match(text, new RegExp(`${slow}: \\+30\\.\\d % of time`));
    assert.match(text, /Changed in 2026-02-10:kernel: 6\.1\.0-25 -> 6\.1\.0-27/);
    assert.match(await nights.last().textContent(), /say of nothing that it changed/);
  });

  on_page('nights-one', 'are not there where there are none', async (tab) => {
    assert.equal(await tab.locator('#levels').isVisible(), false);
  });
});

describe('the table', () => {
  on_page('nights', 'is filtered by name', async (tab) => {
    assert.equal((await names(tab)).length, 24);
    await tab.locator('#filter').fill('bcast');
    const left = await names(tab);
    assert.ok(left.length === 12 && left.every((name) => name.startsWith('Bcast')), left.join());
    assert.match(await tab.locator('#cases-status').textContent(), /^12 cases/);
    await tab.locator('#filter').fill('nothing of this name');
    assert.equal((await names(tab)).length, 0);
  });

  on_page('nights', 'is sorted by a heading, both ways, from the keyboard too', async (tab) => {
    const head = tab.getByRole('button', {name: 'Time', exact: true});
    await head.press('Enter');
    await tab.keyboard.press('Enter');
    assert.equal(await tab.evaluate(() => document.activeElement.parentElement.getAttribute('aria-sort')), 'descending');
    const sorted = await names(tab);
    assert.deepEqual(sorted.slice(0, 2), [slow, 'Allreduce, 4 processes, 40 B']);
    assert.equal(sorted.at(-1), 'Allreduce, 4 processes, 88 B');  // it has no last value
  });

  on_page('nights', 'has last values and the smallest change that would have been seen', async (tab) => {
    const cells = await row(tab, slow).locator('td.number').allTextContents();
    assert.match(cells[2], /^\d+(\.\d+)? µs$/);
    assert.match(cells[5], /^\d+(\.\d+)? %$/);
    assert.equal(cells[0], '2');
  });

  on_page('nights-large', 'holds 300 cases of 365 nights and draws only what is looked at', async (tab) => {
    const counted = () => tab.locator('#cases-table svg.sparkline').count();
    const first = await counted();
    assert.ok(first < 40, String(first));
    await tab.locator('#more-cases').click();
    assert.equal((await names(tab)).length, 300);
    await tab.locator('#cases-table').evaluate((holder) => { holder.scrollTop = holder.scrollHeight; });
    await tab.locator('#cases-table tbody tr').last().locator('svg.sparkline').waitFor();
    assert.ok(await counted() < 100);
  });
});

describe('text of the records', () => {
  on_page('nights-hostile', 'never becomes markup', async (tab) => {
    const name = '</script><img src=x onerror=alert(1)>{{script}}, 4 processes, 8 B';
    assert.equal(await tab.locator('h1').textContent(), '<i>hostile</i> & {{data}}');
    assert.equal(await tab.locator('#now .alarm b').textContent(), name);
    assert.equal(await tab.locator('#cases-table tbody th').first().textContent(), name);
    assert.equal(await tab.locator('img, i, [onclick], [onerror]').count(), 0);
    const download = await Promise.all([tab.waitForEvent('download'), tab.locator('#csv').click()]).then(([file]) => file.path());
    assert.match(fs.readFileSync(download, 'utf8'), /^"?'=cmd/m);
  });
});

describe('accessibility', () => {
  const all = [390, 800, 1400].flatMap((width) => ['light', 'dark'].map((colours) => ['nights', width, colours]));
  for (const [name, width, colours] of [...all, ['nights-few', 390, 'light'], ['nights-one', 800, 'dark']])
    on_page(name, `has no violation that axe finds: ${name}, ${width} pixels, ${colours}`, async (tab) => {
      await tab.evaluate(() => sonde.draw_all_sparklines());
      await tab.evaluate(fs.readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8'));
      const violations = await tab.evaluate(async () => (await axe.run(document, {resultTypes: ['violations']})).violations
        .map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map(({html, failureSummary}) => html.slice(0, 120) + ' ' + failureSummary).join(' | ')}`));
      assert.deepEqual(violations, []);
    }, {width, colours});
});

describe('paper', () => {
  on_page('nights-large', 'has every case with its line', async (tab) => {
    await tab.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.equal(await tab.locator('#cases-table svg.sparkline').count(), 300);
  });
});
