import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import { limits } from '@sheetwire/contract/limits';
import { createUserGroup, updateUserGroup } from '@sheetwire/contract/usergroups';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { soakTest } from '../support/soak-test.ts';
import { type AdminSite, boss, select, startAdminSite, submit } from './admin-site.ts';

let site: AdminSite;
const group = 'DEMO/OWNERS';
const none = { viewers: [], publishers: [], interactors: [], admins: [] };

/** olga may claim and idle may not; gina administers a group in which a super admin listed gus of another entity. */
beforeAll(async () => {
  const users = ['DEMO/olga', 'DEMO/gina', 'DEMO/idle', 'GLOBEX/gus'];
  site = await startAdminSite(users, { SHEETWIRE_CLAIM: group, SHEETWIRE_ENTITIES: 'DEMO,GLOBEX' });
  await site.call(boss, createUserGroup, { group });
  await site.call(boss, updateUserGroup, { group, members: ['DEMO/olga'] });
  await site.call(boss, assumeAdmin, { gropic: 'DEMO/FX' });
  await site.call(boss, gropicPerms, { ...none, gropic: 'DEMO/FX', viewers: ['GLOBEX/gus'], admins: ['DEMO/gina'] });
});
afterAll(async () => {
  await site.stop();
  expect(site.faults).toEqual([]);
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const reason = 'Only members of DEMO/OWNERS can claim groups and reports without admins';
const whyDisabled = (page: Page, name: string) =>
  button(page, name).evaluate((element) => {
    const id = element.getAttribute('aria-describedby') ?? '';
    return [element.getAttribute('aria-disabled'), document.getElementById(id)?.textContent];
  });

test('who may not claim is told who may, before anything is filled in', async () => {
  const page = await site.open('DEMO/idle');
  await page.getByText(`${reason}. Ask one to make you an admin of the group or report.`).waitFor();
  await button(page, 'Add Group').click();
  await page.getByText(`${reason}. Ask one to make you an admin.`).waitFor();
  await page.getByRole('textbox', { name: 'Group' }).fill('rates');
  expect(await whyDisabled(page, 'SUBMIT')).toEqual(['true', reason]);
  await page.context().close();
});

test('a member of the group claims; an admin of a group claims its reports and nothing else', async () => {
  const page = await site.open('DEMO/olga');
  await page.getByText('Add a group or report above').waitFor();
  await button(page, 'Add Group').click();
  await submit(page, { Group: 'rates' });
  await page.getByText('ALERT! No Viewers Added').waitFor();
  await page.context().close();
  const other = await site.open('DEMO/gina');
  await button(other, 'Add Report').click();
  await other.getByText(`You can add reports to groups you administer. ${reason}.`).waitFor();
  await other.getByRole('textbox', { name: 'Report' }).fill('spot');
  await other.getByRole('textbox', { name: 'Group' }).fill('swaps');
  expect(await whyDisabled(other, 'SUBMIT')).toEqual(['true', reason]);
  await submit(other, { Group: 'fx' });
  await other.getByRole('option', { name: 'FX/SPOT', exact: true }).waitFor();
  await other.context().close();
});

soakTest('who claims too much is told how long to wait', async () => {
  const { most } = limits.claims;
  for (let n = 0; n < most; n++)
    await site.call('DEMO/olga', assumeAdmin, { gropic: `DEMO/MANY ${n}` }).catch(() => undefined);
  const page = await site.open('DEMO/olga');
  await button(page, 'Add Group').click();
  await submit(page, { Group: 'one more' });
  const told = page.getByRole('alertdialog');
  await told
    .getByText(/^You became admin of 60 groups and reports in a short time; wait \d+ minutes and try again$/)
    .waitFor();
  await page.context().close();
});

soakTest('a viewer of another entity can be removed but given nothing more, and the page says why', async () => {
  const page = await site.open('DEMO/gina');
  await select(page, 'FX group');
  await page.getByText('A super administrator added names from other entities').waitFor();
  await page.getByRole('list', { name: 'Viewers', exact: true }).getByText('GLOBEX/gus').click();
  expect(await page.getByLabel('Can Interact').isDisabled()).toBe(true);
  await page.getByText('Members of other entities are not shown').waitFor();
  await page.getByText('only a super administrator can', { exact: true }).waitFor();
  for (const [tab, list, what] of [
    ['PUBLISHERS', 'Add a publisher', 'make it a publisher'],
    ['ADMINS', 'Add an admin', 'make it an admin'],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await page.getByRole('combobox', { name: list }).fill('gus');
    await page.getByRole('option', { name: 'GLOBEX/gus', exact: true }).click();
    const why = `GLOBEX/gus belongs to another entity; only a super administrator can ${what}`;
    await page.getByRole('status').getByText(why, { exact: true }).waitFor();
    expect(await whyDisabled(page, 'Add')).toEqual(['true', why]);
  }
  await page.getByRole('tab', { name: 'VIEWERS', exact: true }).click();
  await button(page, 'Remove GLOBEX/gus').click();
  await page.getByText('ALERT! No Viewers Added').waitFor();
  await page.context().close();
});
