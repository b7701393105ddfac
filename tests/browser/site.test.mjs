// The documents as a site (script/docs), opened from the disk.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {launch} from './browser.mjs';

const site = 'file://' + process.env.SONDE_SITE;
let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

const in_tab = async (body, options = {}) => {
  const context = await browser.newContext({viewport: {width: 1400, height: 900}, ...options});
  context.setDefaultTimeout(90000);
  const tab = await context.newPage(), problems = [];
  tab.on('pageerror', (error) => problems.push(String(error)));
  tab.on('request', (request) => /^(file|data|blob):/.test(request.url()) || problems.push('asks for ' + request.url()));
  tab.on('requestfailed', (request) => problems.push('does not find ' + request.url()));
  await body(tab);
  assert.deepEqual(problems, []);
  await context.close();
};

test('begins at the first page, with the contents beside it', {timeout: 60000}, () => in_tab(async (tab) => {
  await tab.goto(path.join(site, 'index.html'));
  await tab.waitForURL(/README\.html$/);
  await tab.getByRole('link', {name: /^The first hour/}).first().click();
  await tab.waitForURL(/first-hour\.html$/);
  assert.match(await tab.locator('.body h1').textContent(), /first hour/i);
}));

test('finds a word without a network', {timeout: 60000}, () => in_tab(async (tab) => {
  await tab.goto(path.join(site, 'README.html'));
  await tab.getByRole('textbox', {name: 'Search', exact: false}).first().fill('-off_cache');
  await tab.keyboard.press('Enter');
  await tab.waitForURL(/search\.html/);
  await tab.locator('#search-results li a').first().waitFor();
  assert.ok(await tab.locator('#search-results li').count() > 3);
}));

test('shows its figures', {timeout: 60000}, () => in_tab(async (tab) => {
  await tab.goto(path.join(site, 'docs/user/reports.html'));
  const picture = tab.getByRole('img', {name: /top of a report/});
  assert.ok(await picture.evaluate((it) => it.complete && it.naturalWidth > 300));
}));

test('does not scroll sideways on a telephone', {timeout: 120000}, () => in_tab(async (tab) => {
  const folder = process.env.SONDE_SITE + '/docs/user', wide = [];
  for (const page of fs.readdirSync(folder).filter((name) => name.endsWith('.html'))) {
    await tab.goto('file://' + path.join(folder, page));
    if (await tab.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(page);
  }
  assert.deepEqual(wide, []);
}, {viewport: {width: 390, height: 800}}));
