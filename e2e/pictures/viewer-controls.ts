import { onControlAction } from '@sheetwire/contract/reports';
import type { Page } from 'playwright-core';
import { connection, control, note, topic, usable } from '../controls/controls-site.ts';
import type { State } from './camera.ts';
import type { ViewerSite } from './viewer-site.ts';

/** A report that is edited: each kind of control, and how far an entry has come. */
export function controlStates(site: ViewerSite): State[] {
  return [...restingStates, ...entryStates, ...answerStates, ...awayStates(site)].map((state) => ({
    user: 'interactor',
    path: `/${topic}`,
    ...state,
  }));
}

const restingStates: readonly State[] = [
  { name: 'controls', darkPhone: true, go: (page) => usable(page, 'Comment') },
  {
    name: 'controls-focused',
    go: async (page) => {
      await (await followed(page, 'Comment')).focus();
    },
  },
  {
    name: 'controls-without-right',
    user: 'viewer',
    darkPhone: true,
    async go(page) {
      await control(page, 'Comment').waitFor();
      await page.getByText('Published:').waitFor();
    },
  },
  {
    name: 'controls-list-focused',
    go: async (page) => {
      await (await followed(page, 'Book')).focus();
    },
  },
];

const entryStates: readonly State[] = [
  {
    name: 'controls-mid-entry',
    async go(page) {
      await hold(page);
      await (await followed(page, 'Comment')).pressSequentially(' The desk asks for more.');
      await connection(page, 'connected-unsaved');
    },
  },
  {
    name: 'controls-pending',
    path: `/${topic}#new-limit`,
    darkPhone: true,
    async go(page) {
      await (await followed(page, 'NewLimit')).fill('1750');
      await note(page, 'Not sent yet. Press Submit or Cancel.');
    },
  },
  { name: 'controls-submit-idle', path: `/${topic}#new-limit`, go: (page) => usable(page, 'NewLimit') },
  {
    name: 'controls-sending',
    async go(page) {
      await hold(page);
      await (await followed(page, 'Book')).selectOption('EUR swaps');
      await connection(page, 'connected-unsaved');
    },
  },
  {
    name: 'controls-saved',
    isMoving: true,
    async go(page) {
      await (await followed(page, 'Recalculate')).click();
      await note(page, 'Done');
    },
  },
];

const answerStates: readonly State[] = [
  {
    name: 'controls-not-confirmed',
    async go(page) {
      await (await followed(page, 'Comment')).fill('#refuse this');
      await page.getByRole('alertdialog', { name: 'update failed' }).waitFor();
    },
  },
  {
    name: 'controls-not-confirmed-after',
    darkPhone: true,
    async go(page) {
      await (await followed(page, 'Comment')).fill('#refuse this');
      await page.getByRole('button', { name: 'OK' }).click();
      await note(page, 'Not saved yet: the publisher has not confirmed it. Trying again.');
    },
  },
  {
    name: 'controls-not-confirmed-back',
    async go(page) {
      await (await followed(page, 'Comment')).fill('#refuse this');
      await page.getByRole('button', { name: 'OK' }).click();
      await page.getByRole('link', { name: 'Help', exact: true }).click();
      await page.getByRole('heading', { name: 'Help', exact: true }).waitFor();
      await page.goBack();
      await usable(page, 'Comment');
      await note(page, 'Not saved yet: the publisher has not confirmed it. Trying again.');
    },
  },
  {
    name: 'controls-refused',
    path: `/${topic}#new-limit`,
    darkPhone: true,
    async go(page) {
      await (await followed(page, 'NewLimit')).fill('abc');
      await page.getByTestId('report').getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('button', { name: 'OK' }).click();
      await note(page, 'A limit must be a number above 0');
    },
  },
  {
    name: 'controls-refused-tried-again',
    darkPhone: true,
    async go(page) {
      await (await followed(page, 'Comment')).fill('#refuse: The desk is closed until Monday');
      await page.getByRole('button', { name: 'OK' }).click();
      await note(page, 'The desk is closed until Monday.');
    },
  },
  {
    name: 'controls-refused-at-length',
    darkPhone: true,
    async go(page) {
      const long = 'The whole of a long reason can be read, by scrolling where it has no room. '.repeat(9);
      await answer(page, { json: { updated: false, skip_retry: true, message: `<b>No.</b> ${long}` } });
      await (await followed(page, 'Comment')).fill('An entry that took a while to write. '.repeat(8));
      await page.getByRole('button', { name: 'OK' }).click();
      await note(page, 'The whole of a long reason');
    },
  },
  {
    name: 'controls-unauthorized',
    async go(page) {
      await answer(page, { json: { updated: false, unauthorized: true } });
      await (await followed(page, 'Shift')).selectOption('50');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'controls-unauthorized-after',
    async go(page) {
      await answer(page, { json: { updated: false, unauthorized: true } });
      await (await followed(page, 'Shift')).selectOption('50');
      await page.getByRole('button', { name: 'OK' }).click();
      await note(page, 'You cannot interact with this report');
    },
  },
  {
    name: 'controls-error',
    async go(page) {
      await answer(page, { status: 500, json: { error: 'internal', message: 'The server has a fault.' } });
      await (await followed(page, 'Shift')).selectOption('50');
      await page.getByRole('alertdialog').getByText('Problem submitting update').waitFor();
    },
  },
  {
    name: 'controls-line-lost',
    darkPhone: true,
    async go(page) {
      await followed(page, 'Comment');
      await page.context().setOffline(true);
      await control(page, 'Comment').fill('Typed without a line');
      await note(page, 'Not saved yet: the server cannot be reached. Trying again.');
    },
  },
];

function awayStates(site: ViewerSite): State[] {
  return [
    {
      name: 'controls-changed-meanwhile',
      async go(page) {
        const comment = await followed(page, 'Comment');
        await comment.focus();
        // A word that an input method is composing is an entry under way, however long it takes.
        await comment.dispatchEvent('compositionstart');
        const other = await site.open('interactor', {});
        await other.goto(`${site.url}/${topic}`);
        const text = `Set by a colleague ${Date.now() % 1000}`;
        await (await usable(other, 'Comment')).fill(text);
        await note(page, `Changed while you were editing: ${text}`);
        await other.context().close();
      },
    },
  ];
}

/** The control may be used, and what is entered there is followed. */
async function followed(page: Page, name: string) {
  const found = await usable(page, name);
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some((each) => each.name.includes('/open-controls-')),
  );
  return found;
}

/** Nothing that is set is answered, nor is it told who is editing. */
async function hold(page: Page): Promise<void> {
  await page.route(`**${onControlAction.path}`, () => undefined);
}

async function answer(page: Page, given: { status?: number; json: object }): Promise<void> {
  await page.route(`**${onControlAction.path}`, (route) =>
    route.request().postData()?.includes('[IS_MID_EDIT]') ? route.continue() : route.fulfill(given),
  );
}
