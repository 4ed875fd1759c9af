import { assumeAdmin, captureSnapshot } from '@sheetwire/contract/admin';
import { createUserGroup } from '@sheetwire/contract/usergroups';
import { createUser, removeUser, setSwitches } from '@sheetwire/contract/users';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminSite, boss, select, startAdminSite, submit } from './admin-site.ts';

let site: AdminSite;
beforeAll(async () => {
  site = await startAdminSite([]);
});
afterAll(async () => {
  await site.stop();
  expect(site.faults).toEqual([]);
});

const forms = [
  { path: '/admin', opener: 'Add Group', call: assumeAdmin, field: 'Group', first: 'LATE', more: {} },
  { path: '/admin/usergroups', opener: 'Create Group', call: createUserGroup, field: 'Name', first: 'LATE', more: {} },
  {
    ...{ path: '/admin/users', opener: 'Add User', call: createUser, field: 'Username', first: 'late' },
    more: { Email: 'late@demo.example' },
  },
] as const;

/** Holds the answer to the next call until it is let go; resolves once it is there. */
async function hold(page: Page, { path }: { readonly path: string }): Promise<{ letGo: () => Promise<void> }> {
  const open = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await open.promise;
    await route.fulfill({ response });
  });
  return {
    async letGo() {
      await asked.promise;
      const answered = page.waitForResponse(`**${path}`);
      open.resolve();
      await (await answered).finished();
    },
  };
}

test.each(forms)('$opener that is answered late leaves the form that was opened again as it is', async (form) => {
  const page = await site.open(boss, {}, form.path);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = page.getByRole('textbox', { name: form.field, exact: true });
  const { letGo } = await hold(page, form.call);
  await button(form.opener).click();
  await submit(page, { [form.field]: form.first, ...form.more });
  await button('CANCEL').click();
  await button(form.opener).click();
  await field.fill('next');
  await letGo();
  // It comes into the list, and what is being typed stays.
  await page.getByRole('option', { name: new RegExp(form.first, 'i') }).waitFor();
  expect(await field.inputValue()).toBe('next');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.context().close();
});

const refusals = [
  { ...forms[1], json: { message: 'Refused' } },
  { ...forms[2], json: { success: false, message: 'Refused' } },
];
test.each(refusals)('$opener that is refused after its form was closed is told', async ({ json, ...form }) => {
  const page = await site.open(boss, {}, form.path);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${form.call.path}`, (route) => promise.then(() => route.fulfill({ json })));
  await page.getByRole('button', { name: form.opener, exact: true }).click();
  await submit(page, { [form.field]: 'refused', ...form.more });
  await page.getByRole('button', { name: 'CANCEL', exact: true }).click();
  resolve();
  await page.getByText(/DEMO\/refused: Refused/i).waitFor();
  await page.context().close();
});

test('what came of a capture is told after another report was selected', async () => {
  for (const gropic of ['DEMO/LATE/ONE', 'DEMO/LATE/TWO']) await site.call(boss, assumeAdmin, { gropic });
  const page = await site.open(boss);
  const { letGo } = await hold(page, captureSnapshot);
  await select(page, 'LATE/ONE');
  await page.getByRole('button', { name: 'Capture Snapshot Now' }).click();
  await page.getByRole('button', { name: 'YES-Capture' }).click();
  await select(page, 'LATE/TWO');
  await letGo();
  await page.getByText(/^DEMO\/LATE\/ONE: /).waitFor();
  await page.context().close();
});

test.each(forms)('$opener finds no fault with what it adds itself when the list has it first', async (form) => {
  const page = await site.open(boss, {}, form.path);
  const { letGo } = await hold(page, form.call);
  await page.getByRole('button', { name: form.opener, exact: true }).click();
  const own = form.field === 'Username' ? { Email: 'own@demo.example' } : {};
  await submit(page, { [form.field]: `own-${form.first}`, ...own });
  await page.getByRole('option', { name: new RegExp(`own-${form.first}`, 'i') }).waitFor();
  const adding = page.getByRole('form', { name: form.opener });
  expect(await adding.getByText(/already/).count()).toBe(0);
  await letGo();
  await adding.waitFor({ state: 'detached' });
  await page.context().close();
});

test('a box that is pressed again while it is saved is saved as it was pressed last', async () => {
  const page = await site.open(boss, {}, '/admin/users');
  await page.getByRole('option', { name: 'late', exact: true }).click();
  const sent: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${setSwitches.path}`, async (route) => {
    sent.push(route.request().postDataJSON().deepLog);
    await promise;
    await route.continue();
  });
  const box = page.getByLabel('Deep logging');
  await box.check();
  await box.uncheck();
  await expect.poll(() => sent).toEqual([true]);
  resolve();
  await expect.poll(() => sent).toEqual([true, false]);
  await expect.poll(() => box.isChecked()).toBe(false);
  await page.context().close();
});

test('a deletion that is answered late leaves the focus to who types meanwhile', async () => {
  const page = await site.open(boss, {}, '/admin/users');
  const { letGo } = await hold(page, removeUser);
  await page.getByRole('option', { name: 'late', exact: true }).click();
  await page.getByRole('button', { name: 'Delete User' }).click();
  await page.getByRole('button', { name: 'YES-Delete' }).click();
  await page.getByRole('button', { name: 'Add User', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Username', exact: true });
  await field.fill('next');
  await letGo();
  await page.getByText('DEMO/late was deleted').waitFor();
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.context().close();
});
