import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { login } from '@sheetwire/contract/accounts';
import { publishReport } from '@sheetwire/contract/publish';
import { report } from '@sheetwire/contract/reports';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChromium } from '../support/chromium.ts';
import { type Portal, startPortal } from '../support/portal.ts';
import { oneOf } from '../support/soak.ts';
import { goThisWay } from '../support/ways.ts';

const file = join(import.meta.dirname, '../../../shared/data/xss/public-vectors.json');
/** Our own, for a checkout without the public list. */
const own = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<svg onload=alert(1)>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>*{background:url(//evil.example/x)}</style>',
  '<div style="position:fixed;inset:0;z-index:9999;background:url(https://evil.example/x)">x</div>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<form action=//evil.example><input autofocus onfocus=alert(1)></form>',
  '<base href=//evil.example/>',
];
const PER_REPORT = 100;

let portal: Portal;
let browser: Browser;
let page: Page;
const incidents: string[] = [];
let pages: string[] = [];
beforeAll(async () => {
  portal = await startPortal();
  const { call } = await portal.publisher('ACME/bot');
  await call(publishReport, { topic: 'ACME/RAW/PAGES', pages: [{ name: 'P0', html: '<p>cleaned</p>' }] });
  browser = await openChromium();
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
  await goThisWay(context);
  await context.request.post(`${portal.url}${login.path}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { user: 'ACME/bot', password: portal.password },
  });
  page = await context.newPage();
  await page.exposeBinding('told', (_, what: string) => incidents.push(what));
  await page.addInitScript(() => {
    const told = (what: string) => Reflect.get(globalThis, 'told')(what);
    for (const name of ['alert', 'confirm', 'prompt', 'print'])
      Reflect.set(globalThis, name, () => told(`script: ${name}`));
  });
  page.on('dialog', (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const leaves = (request: Request, how: string) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== portal.url && protocol !== 'data:') incidents.push(`request ${how}: ${request.url()}`);
  };
  page.on('requestfinished', (request) => leaves(request, 'answered'));
  // What the policy stopped never left the browser.
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'csp') leaves(request, request.failure()?.errorText ?? 'failed');
  });
  const answer = await context.request.post(`${portal.url}${report.path}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { topic: 'ACME/RAW/PAGES', reportTime: '' },
  });
  const body: Record<string, unknown> = await answer.json();
  await page.route(`**${report.path}`, (route) => {
    const names = pages.map((_, n) => `P${n}`);
    return route.fulfill({ json: { ...body, nodiff: false, pages, pageNames: names, styles: pages.map(() => []) } });
  });
});
afterAll(async () => {
  await browser.close();
  await portal.stop();
});

/** The public attack strings, or our own few where the list is not there. */
function vectors(): string[] {
  if (!existsSync(file)) {
    process.stdout.write(`${file} is not here: our own strings alone are tried\n`);
    return own;
  }
  const list: { kind: string; html: string }[] = JSON.parse(readFileSync(file, 'utf8'));
  const attacks = list.filter(({ kind }) => kind === 'attack').map(({ html }) => html);
  // Cleaning has the whole list in its own tests.
  return [...own, ...oneOf(8, attacks)];
}

/** What lies at the corners of the portal's own chrome: the bar, and nothing of the report. */
const isCovered = () =>
  [
    [5, 5],
    [500, 10],
    [990, 10],
    [5, 60],
  ].some(([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('[data-testid=report]') !== null);

test('with cleaning off nothing runs, calls out or covers the portal: the browser side holds alone', {
  timeout: 600_000,
}, async () => {
  const all = vectors();
  const covered: string[] = [];
  for (let from = 0; from < all.length; from += PER_REPORT) {
    pages = all.slice(from, from + PER_REPORT);
    await page.goto(`${portal.url}/ACME/RAW/PAGES`);
    await page.getByRole('tab', { name: 'P0', exact: true }).waitFor();
    for (const [n, html] of pages.entries()) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `p${n}`);
      await page.getByRole('tab', { name: `P${n}`, exact: true, selected: true }).waitFor();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
      if (await page.evaluate(isCovered)) covered.push(html);
    }
  }
  expect(incidents).toEqual([]);
  expect(covered).toEqual([]);
  expect(new URL(page.url()).origin).toBe(portal.url);
});
