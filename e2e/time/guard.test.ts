import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import { guard } from '@sheetwire/contract/guard/calls';
import { publishingReport } from '@sheetwire/contract/publishing/calls';
import { publishRelease } from '@sheetwire/contract/publishing/history';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminSite, boss } from '../admin/admin-site.ts';
import { press } from '../admin/keys.ts';
import { axeFindings } from '../support/axe.ts';
import { soakTest } from '../support/soak-test.ts';
import { robot, startSalesSite, topic, viewer } from './sales-site.ts';
import { shownAfter } from './shown-after.ts';

const path = '/ACME/SALES/DAILY';
const desk = `/publishing#${topic}`;
const second = 1000;

let site: AdminSite;
let publish: (value: string) => Promise<unknown>;

beforeAll(async () => {
  ({ site, publish } = await startSalesSite());
  await publish('100');
});
afterAll(() => site.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name });
const shows = (page: Page, value: string) =>
  page.getByTestId('report').getByRole('cell', { name: value, exact: true }).waitFor();
const waits = (page: Page) => page.getByText(/A newer publish has been waiting for approval since (?:\S+ )?\d\d:\d\d/);
const held = (page: Page) => page.getByRole('heading', { name: 'Waiting for approval' });

test('a rule is written, tried on the log and saved by keys alone', async () => {
  await site.call(boss, assumeAdmin, { gropic: topic });
  const lists = { viewers: [viewer, boss], publishers: [robot], interactors: [], admins: [boss] };
  await site.call(boss, gropicPerms, { gropic: topic, ...lists });
  await publish('130');
  const page = await site.open(boss);
  await page.getByRole('option', { name: topic }).click();
  await page.getByText('No rules yet.').waitFor();
  await page.getByRole('heading', { name: 'Publish rules' }).scrollIntoViewIfNeeded();
  await button(page, 'Add rule').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('form', { name: 'New rule' }).waitFor();
  await page.getByLabel('Cell or range').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Enter a cell, such as B4, or a range').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.type('A1');
  await page.keyboard.press('Enter');
  await page.getByText('A1 moves by more than 10% since the last version').waitFor();
  await press(page, ['button', 'Try rules']);
  await page.getByText('Would have held 1 of 2 publishes').waitFor();
  await page.getByText('A1 on Prices moved from 100 to 130: 30%').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('heading', { name: 'Publish rules' }).click();
  await press(page, ['button', 'Save rules']);
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  expect((await site.call(boss, guard, { topic })).rules).toEqual([
    { kind: 'moved', cell: 'A1', percent: 10, since: 'version', action: 'hold' },
  ]);
  // The form of another rule stays open, and takes the focus of a rule that goes.
  await button(page, 'Add rule').click();
  const form = page.getByRole('form', { name: 'New rule' });
  await form.waitFor();
  await button(page, 'Remove rule 1').focus();
  await page.keyboard.press('Enter');
  await page.getByText('No rules yet.').waitFor();
  await expect.poll(() => form.evaluate((element) => element.contains(document.activeElement))).toBe(true);
});

test('a held publish is compared and released in two clicks, in every open viewer within a second', async () => {
  const watching = await site.open(viewer, {}, path);
  await shows(watching, '130');
  const approver = await site.open(boss, {}, path);
  await shows(approver, '130');
  await publish('200');
  await waits(watching).waitFor();
  expect(await watching.getByRole('link', { name: 'Review' }).count()).toBe(0);
  expect(await axeFindings(watching)).toEqual([]);
  await shows(watching, '130');
  await approver.getByRole('link', { name: 'Review' }).click();
  await held(approver).waitFor();
  await approver.getByText('A1 on Prices moved from 130 to 200: 53.8%').waitFor();
  await button(approver, 'Show differences').click();
  await approver.getByText('1 difference on 1 page').waitFor();
  expect(await axeFindings(approver)).toEqual([]);
  await button(approver, 'Release…').click();
  const took = await shownAfter(watching, { text: '200', caller: approver, path: publishRelease.path });
  await approver.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await shows(watching, '200');
  expect(await took()).toBeLessThan(second);
  await waits(watching).waitFor({ state: 'detached' });
  await approver.getByText('The publish was released as version 3.').waitFor();
});

soakTest(
  'of two approvers the second reads that it was decided, and a rejected publish keeps what viewers have',
  async () => {
    await publish('400');
    const page = await site.open(boss, {}, desk);
    await held(page).waitFor();
    await button(page, 'Release…').click();
    const { held: now } = await site.call(boss, guard, { topic });
    await site.call(boss, publishRelease, { topic, version: now?.version ?? 0, accept: false, reason: 'wrong file' });
    await page.getByRole('dialog').getByText('Someone else has decided').waitFor();
    await button(page, 'Close').click();
    await page.getByText(`Rejected by ${boss}: wrong file. Viewers keep version 3.`).waitFor();
    await held(page).waitFor({ state: 'detached' });
    expect(await axeFindings(page)).toEqual([]);
  },
);

test('what is released is what was compared of the publish that waits, not of another one', async () => {
  await publish('400');
  const page = await site.open(boss, {}, desk);
  const differs = (value: string) =>
    page.getByTestId('comparison').locator('[data-diff=changed]').getByText(value, { exact: true });
  const release = async () => {
    await button(page, 'Release…').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  };
  await button(page, 'Show differences').click();
  await differs('400').waitFor();
  // The page hears of nothing until one publish is rejected and the next one waits.
  const { promise, resolve } = Promise.withResolvers<void>();
  const report = `**${publishingReport.path}`;
  await page.route(report, (route) => promise.then(() => route.continue()));
  const { held: now } = await site.call(boss, guard, { topic });
  await site.call(boss, publishRelease, { topic, version: now?.version ?? 0, accept: false });
  await publish('410');
  resolve();
  await page.getByText(`Rejected by ${boss}. Viewers keep version 3.`).waitFor();
  await differs('410').waitFor();
  await page.unroute(report);
  await release();
  const released = page.getByText(/^The publish was released as version \d+\./);
  await released.waitFor();
  await button(page, 'Dismiss').click();
  // What came after it was compared waits in its turn.
  await publish('500');
  await button(page, 'Show differences').click();
  await differs('500').waitFor();
  await publish('600');
  await page.getByText('The publish has changed since it was compared.').waitFor();
  await release();
  await released.waitFor();
  // Who looks between the two sees nothing that waits, and compares anew.
  const again = button(page, 'Show differences');
  await differs('600').or(again).waitFor();
  if (await again.isVisible()) await again.click();
  await differs('600').waitFor();
  await release();
  await held(page).waitFor({ state: 'detached' });
});

soakTest('an own decision whose answer is lost is not told as that of somebody else', async () => {
  await publish('800');
  const page = await site.open(boss, {}, desk);
  await button(page, 'Release…').click();
  await page.route(`**${publishRelease.path}`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Release' }).click();
  await dialog.getByText('The publish is no longer waiting. Close this to see what became of it.').waitFor();
  await dialog.getByText('it is not known whether this was done').waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

soakTest('a look at what waits that fails is made again when it is released', async () => {
  await publish('1000');
  const page = await site.open(boss, {}, desk);
  await held(page).waitFor();
  await page.route(`**${guard.path}`, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith(guard.path));
  await button(page, 'Release…').click();
  await failed;
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await page.getByText(/The publish was released as version/).waitFor();
});
