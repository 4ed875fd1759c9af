import { controlSocketPath, sendCommand } from '@sheetwire/server/identity/operator/control-socket';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { soakTest } from '../support/soak-test.ts';
import { upToDate } from '../support/up-to-date.ts';
import { way } from '../support/ways.ts';
import { type Desk, startDesk } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk({ SHEETWIRE_HELP_EMAIL: 'help@acme.example', SHEETWIRE_PRODUCT_NAME: 'Deskwire' });
});
afterAll(() => desk.stop());

const inSight = (page: Page, id: string) =>
  page.evaluate((section) => {
    const { top = -1 } = document.getElementById(section)?.getBoundingClientRect() ?? {};
    return document.activeElement?.id === section && top >= 0 && top < innerHeight;
  }, id);

test('Help tells of each page, names the contact, and an address leads to each section', async () => {
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.goto(`${desk.url}/help#contact`);
  const contact = page.getByRole('link', { name: 'help@acme.example' });
  await contact.waitFor();
  expect(await contact.getAttribute('href')).toBe('mailto:help@acme.example');
  await expect.poll(() => inSight(page, 'contact')).toBe(true);
  await page.getByRole('link', { name: 'Admin page' }).click();
  await page.waitForURL('**/help#admin');
  await expect.poll(() => inSight(page, 'admin')).toBe(true);
  expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Home page',
    'Admin page',
    'Manual add-in authentication',
    'Help contact',
  ]);
  const statements = await page.getByRole('listitem').allInnerTexts();
  for (const statement of [
    'Permissions on an administered report apply to the add-in and all APIs.',
    'Add-in versions before 1.2.0 cannot view or publish administered reports.',
    'A report can take up to 30 seconds to reappear after rights are granted.',
    'Click Generate Token on the Account page.',
  ]) {
    expect(statements).toContain(statement);
  }
  await visit.close();
  expect(visit.faults).toEqual([]);
});

test('a browser may install the portal, whose manifest and icons its policy lets in', async () => {
  const visit = await desk.open();
  const { page } = visit;
  await visit.signIn();
  const line = await page.context().newCDPSession(page);
  const { data = '', errors } = await line.send('Page.getAppManifest');
  expect([JSON.parse(data).name, errors]).toEqual(['Deskwire', []]);
  for (const { src } of JSON.parse(data).icons) {
    const answer = await page.request.get(`${desk.portal.url}${src}`);
    expect([src, answer.status(), answer.headers()['content-type']]).toEqual([
      src,
      200,
      expect.stringMatching(/^image\/(png|svg\+xml)/),
    ]);
  }
  await visit.close();
  expect(visit.faults).toEqual([]);
});

/** How a version of the report comes to the page. */
const news = way.isPolling ? 'reports/report topic=DEMO/DESK/DAILY' : 'stream delta DEMO/DESK/DAILY';

soakTest('deep logging shows what the stream and the loop did, until it is cleared', async () => {
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  const place = controlSocketPath(desk.portal.dataDir);
  await sendCommand(place, { command: 'set', user: 'DEMO/vera', deepLog: true });
  await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
  const log = page.getByRole('log', { name: 'Debug log' });
  await log.getByText('reports/report topic=DEMO/DESK/DAILY').first().waitFor();
  await page.getByText(upToDate).waitFor();
  await desk.publishPrice('3.5920');
  await log.getByText(news).last().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const oldest = await log.locator('span').first().innerText();
  await page.getByRole('button', { name: 'Clear Log' }).click();
  // No line is left, or only such as came since.
  await log.getByText(oldest.trim(), { exact: true }).waitFor({ state: 'detached' });
  await desk.publishPrice('3.5925');
  await log.getByText(news).last().waitFor();
  await page.getByRole('cell', { name: '3.5925' }).waitFor();
  await visit.close();
  expect(visit.faults).toEqual([]);
});
