import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { publishRemove, publishReport } from '@sheetwire/contract/publish';
import { report } from '@sheetwire/contract/reports';
import { linkVersion } from '@sheetwire/contract/verify/link';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { soakTest } from '../support/soak-test.ts';
import { upToDate } from '../support/up-to-date.ts';
import { way } from '../support/ways.ts';
import { type Desk, startDesk, type Visit } from '../viewer/desk.ts';
import { takenPages, takenTopic } from '../viewer/taken-report.ts';

const topic = 'DEMO/DESK/FIGURES';
const sheet = (value: string) => `<table><tbody><tr><td data-cell="B7">${value}</td></tr></tbody></table>`;
let desk: Desk;
let visit: Visit;
let page: Page;
let version: number;

beforeAll(async () => {
  desk = await startDesk();
  const { call } = await desk.portal.publisher('DEMO/desk.publisher');
  const publish = (value: string) => call(publishReport, { topic, pages: [{ name: 'Positions', html: sheet(value) }] });
  version = (await publish('1,234.57')).version;
  await publish('1,250.00');
  visit = await desk.open();
  page = visit.page;
});
afterEach(() => expect(visit.faults).toEqual([]));
afterAll(async () => {
  await visit?.close();
  await desk?.stop();
});

const address = (rest: string) => `${way.prefix}/v/${topic}/${rest}`;
const open = (rest: string) => page.goto(`${desk.origin}${address(rest)}`);
const verdict = (title: string) => page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
const words = () => page.locator('.verdict').innerText();
/** The portal is told that an address leaves it, so that its version stays. */
const isLink = (response: { url(): string }) => response.url().endsWith(linkVersion.path);
const by = /published by DEMO\/desk\.publisher on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/;

test('who is signed out signs in and comes back to the figure, which is confirmed in words', async () => {
  await open(`${version}#Positions!B7=${encodeURIComponent('1,234.57')}`);
  await page.waitForURL('**/login');
  await page.getByLabel('Username or email').fill('DEMO/vera');
  await page.getByLabel('Password').fill(desk.password);
  await page.keyboard.press('Enter');
  await verdict('Confirmed');
  expect(new URL(page.url()).hash).toBe('#Positions!B7=1%2C234.57');
  expect(await words()).toMatch(/B7 on Positions was 1,234\.57 in version \d+ of DEMO\/DESK\/FIGURES/);
  expect(await words()).toMatch(by);
  expect(await words()).toMatch(/It is now 1,250\.00, in version \d+\./);
  expect(await axeFindings(page)).toEqual([]);
});

test('by keys alone another figure is entered, and refused', async () => {
  await page.getByLabel('Your figure').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('9,999.99');
  await page.keyboard.press('Enter');
  await verdict('Not confirmed');
  expect(await words()).toContain('The figure you have is 9,999.99.');
  expect(new URL(page.url()).hash).toContain('9%2C999.99');
  expect(await axeFindings(page)).toEqual([]);
  await page.goBack();
  await verdict('Confirmed');
});

test('a version that is not there, a report that may not be viewed, and an address that is none are told', async () => {
  await open(`${version + 900}#Positions!B7`);
  await verdict('Not confirmed');
  expect(await words()).toContain(`has no version ${version + 900}`);
  await page.goto(`${desk.origin}${way.prefix}/v/OTHER/DESK/NONE/1#A1`);
  await verdict('No access');
  expect(await axeFindings(page)).toEqual([]);
  await page.goto(`${desk.origin}${way.prefix}/v/${topic}/latest`);
  await page.getByRole('heading', { name: 'Page not found.' }).waitFor();
});

test('the report as it was is one click away, and paper and clipboard carry the address', async () => {
  await open(`${version}#Positions!B7`);
  await page.getByRole('link', { name: 'View this version' }).click();
  await page.getByText('1,234.57').waitFor();
  await page.emulateMedia({ media: 'print' });
  const printed = page.getByText(/^Verify at:/);
  expect(await printed.innerText()).toBe(`Verify at: ${desk.origin}/v/${topic}/${version}`);
  expect(await printed.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  expect(await printed.isVisible()).toBe(false);
  const linked = page.waitForResponse(isLink);
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  const told = await linked;
  expect([told.request().postDataJSON(), await told.json()]).toEqual([{ topic, version }, { kept: true }]);
});

soakTest(
  'a file that was exported in the browser is confirmed by the command, and another value in it is not',
  async () => {
    const { call, key } = await desk.portal.publisher('DEMO/desk.publisher');
    await call(publishReport, { topic: takenTopic, pages: takenPages, metadata: { Desk: 'Rates' } });
    await page.goto(`${desk.url}/${takenTopic}`);
    await page.getByText(upToDate).waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const download = page.waitForEvent('download');
    const linked = page.waitForResponse(isLink);
    await page
      .getByRole('group', { name: /^Whole report/ })
      .getByRole('button', { name: 'Excel (.xlsx)' })
      .click();
    const folder = await mkdtemp(join(tmpdir(), 'sheetwire-verify-'));
    try {
      const file = join(folder, 'report.xlsx');
      await (await download).saveAs(file);
      expect(await (await linked).json()).toEqual({ kept: true });
      const verified = async () => {
        const args = ['apps/cli/bin/sheetwire.js', 'verify', file, '--server', desk.portal.url, '--token-env', 'KEY'];
        const child = spawn(process.execPath, args, { env: { ...process.env, KEY: key } });
        const said = text(child.stdout);
        const [code] = await once(child, 'exit');
        return [code, await said];
      };
      expect(await verified()).toEqual([
        0,
        expect.stringMatching(/^Confirmed: \d+ cells are as DEMO\/desk\.publisher/),
      ]);
      const parts = unzipSync(await readFile(file));
      const sheet1 = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
      await writeFile(
        file,
        zipSync({ ...parts, 'xl/worksheets/sheet1.xml': strToU8(sheet1.replace('1240500.25', '1340500.25')) }),
      );
      expect(await verified()).toEqual([
        7,
        expect.stringMatching(/^Not confirmed: B3 on Positions all is 1340500\.25/),
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

test('of a removed report a figure is still confirmed', async () => {
  const { call } = await desk.portal.publisher('DEMO/desk.remover');
  const removed = 'DEMO/DESK/GONE';
  const made = await call(publishReport, { topic: removed, pages: [{ name: 'P', html: sheet('7') }] });
  await call(publishRemove, { topic: removed });
  expect((await call(report, { topic: removed, reportTime: '' })).pages).toEqual([]);
  await page.goto(`${desk.origin}${way.prefix}/v/${removed}/${made.version}#B7=7`);
  await verdict('Confirmed');
  expect(await words()).toContain('The cell is no longer in the report.');
});
