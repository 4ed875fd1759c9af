import type { Caller } from '@sheetwire/client/caller';
import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AdminSite, boss, startAdminSite } from '../../admin/admin-site.ts';
import { openChromium } from '../../support/chromium.ts';
import { cellOf, StubExcel } from './excel-rig.ts';

const group = 'ACME/DESK';
const topic = 'ACME/DESK/PRICES';
const publisher = 'ACME/pat';
const viewer = 'ACME/vera';
const within = { timeout: 20_000 };

let site: AdminSite;
let browser: Browser;
let key: string;
let call: Caller;
const open: StubExcel[] = [];

beforeAll(async () => {
  site = await startAdminSite([]);
  browser = await openChromium();
  ({ key, call } = await site.portal.publisher(publisher));
  await site.portal.addUser(viewer);
  await site.call(boss, assumeAdmin, { gropic: group });
  const viewers = [viewer, publisher];
  await site.call(boss, gropicPerms, {
    gropic: group,
    viewers,
    publishers: [publisher],
    interactors: viewers,
    admins: [boss],
  });
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});
afterEach(async () => {
  for (const excel of open.splice(0)) {
    expect(excel.faults).toEqual([]);
    await excel.close();
  }
  expect(site.faults.splice(0)).toEqual([]);
});

async function excel(options: Parameters<typeof StubExcel.open>[2] = {}): Promise<StubExcel> {
  const opened = await StubExcel.open(browser, site.portal.url, options);
  open.push(opened);
  return opened;
}
const shown = (cell: string) => cellOf(call, topic, cell);

test('a workbook is published with a key and stays live: an edit and its formula reach viewers', async () => {
  const desk = await excel();
  await desk.field('API key or token').fill('swk_0123456789abcdef');
  await desk.button('Log in').click();
  await desk.says('The key is unknown, expired or revoked. Create a new one');
  await desk.logIn(key);
  await desk.goLive(topic.toLowerCase());
  expect(await shown('B4')).toBe('3.75');
  await desk.edit({ set: 'Prices!B2', to: 3 });
  await expect.poll(() => shown('B4'), within).toBe('4.25');
  const { document, computer } = await desk.kept();
  expect(document).toContain(topic);
  expect(document).not.toContain('swk_');
  expect(computer).toContain(key);
  await desk.button('Stop').click();
  await desk.says('Not live');
  await desk.edit({ set: 'Prices!B2', to: 9 });
  await desk.page.reload();
  await desk.field('Report').waitFor();
  expect(await desk.field('Report').inputValue()).toBe(topic);
  expect(await shown('B4')).toBe('4.25');
});
