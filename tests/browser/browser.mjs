// Opens the pages of make_pages.cpp in Chromium; what the tests share.
import {chromium} from 'playwright-core';
import path from 'node:path';

const pages = process.env.SONDE_PAGES ?? '.';
const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run', '--disable-dev-shm-usage'];

export const launch = () => chromium.launch({executablePath: process.env.SONDE_CHROMIUM ?? '/usr/bin/chromium', args, timeout: 60000});

// A tab with the page `name`, once its script has finished; `problems` collects errors, refusals of the policy included.
export async function open(browser, name, {width = 1400, colours = 'light'} = {}) {
  const context = await browser.newContext({viewport: {width, height: 900}, colorScheme: colours, acceptDownloads: true});
  context.setDefaultTimeout(20000);
  const tab = await context.newPage();
  const problems = [];
  tab.on('pageerror', (error) => problems.push(String(error)));
  tab.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  tab.on('request', (request) => /^(file|blob|data):/.test(request.url()) || problems.push('asks for ' + request.url()));
  await tab.goto('file://' + path.join(pages, name + '.html'));
  await tab.waitForSelector('html[data-ready]', {state: 'attached'});
  return {tab, problems, close: () => context.close()};
}
