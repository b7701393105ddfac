// Opens the pages of make_pages.cpp in Chromium; what the tests share.
import {chromium} from 'playwright-core';
import assert from 'node:assert/strict';
import {test} from 'node:test';
import path from 'node:path';

const pages = process.env.SONDE_PAGES ?? '.';
export const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run', '--disable-dev-shm-usage'];

export const launch = () => chromium.launch({executablePath: process.env.SONDE_CHROMIUM ?? '/usr/bin/chromium', args, timeout: 60000});

// A tab with the page `name`, once its script has finished; `problems` collects errors, refusals of the policy included.
export async function open(browser, name, {width = 1400, colours = 'light', hash = ''} = {}) {
  const context = await browser.newContext({viewport: {width, height: 900}, colorScheme: colours, acceptDownloads: true});
  context.setDefaultTimeout(90000);
  const tab = await context.newPage();
  const problems = [];
  tab.on('pageerror', (error) => problems.push(String(error)));
  tab.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  tab.on('request', (request) => /^(file|blob|data):/.test(request.url()) || problems.push('asks for ' + request.url()));
  await tab.goto('file://' + path.join(pages, name + '.html') + hash);
  await tab.waitForSelector('html[data-ready]', {state: 'attached'});
  return {tab, problems, close: () => context.close()};
}

// Tests of one browser: each gets the open page; errors of any kind on it, requests and refusals of the policy fail the test, but for
// those that match `refused`.
export const tests_in = (browser) => (name, title, body, options = {}) => test(title, {timeout: 60000}, async () => {
  const {tab, problems, close} = await open(browser(), name, options);
  try {
    await body(tab);
    assert.deepEqual(problems.filter((text) => !options.refused?.test(text)), []);
    assert.ok(!options.refused || problems.length > 0);
  } finally {
    await close();
  }
});
