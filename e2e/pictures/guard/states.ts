import type { Page } from 'playwright-core';
import { boss, select } from '../../admin/admin-site.ts';
import { answerOf, answerWith, button, cut, silence, words } from '../answers.ts';
import type { State } from '../camera.ts';

export const [approver, publisher, reader] = ['DEMO/gina', 'DEMO/pat', 'DEMO/vic'];
export const topics = {
  held: 'DEMO/RATES/CLOSE',
  ruled: 'DEMO/RATES/SWAPS',
  free: 'DEMO/RATES/FREE',
};

async function rules(page: Page, name = 'RATES/SWAPS'): Promise<void> {
  await select(page, name);
  const head = page.getByRole('heading', { name: 'Publish rules' });
  await head.waitFor();
  await page.getByRole('button', { name: 'Add rule' }).or(page.getByText('Select a report to set')).first().waitFor();
  await head.evaluate((element) => element.scrollIntoView({ block: 'start' }));
}

async function tried(page: Page): Promise<void> {
  await rules(page);
  await button(page, 'Try rules').click();
  await words(page, /version/);
  await page.getByRole('list', { name: 'What each rule would have done' }).scrollIntoViewIfNeeded();
}

/** The rules of a report on the Admin page. */
export const ruleStates: readonly State[] = [
  { name: 'rules', darkPhone: true, go: (page: Page) => rules(page) },
  { name: 'rules-none', go: (page: Page) => rules(page, 'RATES/FREE') },
  { name: 'rules-group', go: (page: Page) => rules(page, 'RATES group') },
  {
    name: 'rule-new',
    darkPhone: true,
    async go(page: Page) {
      await rules(page);
      await button(page, 'Add rule').click();
      await page.getByRole('form').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'rule-wrong',
    async go(page: Page) {
      await rules(page);
      await button(page, 'Edit rule 3').click();
      await page.getByLabel('Lowest').fill('9');
      await page.getByLabel('Highest').fill('high');
      await page.keyboard.press('Enter');
      await words(page, 'Enter a number');
    },
  },
  {
    name: 'rules-unsaved',
    async go(page: Page) {
      await rules(page);
      await button(page, 'Remove rule 2').click();
      await words(page, 'Not saved yet');
    },
  },
  {
    name: 'rules-stale',
    async go(page: Page) {
      await rules(page);
      await button(page, 'Remove rule 2').click();
      const theirs = { rules: [{ kind: 'errors', action: 'warn' }], rulesId: '99', releaseAfterMin: 0, marked: [] };
      await answerOf(page, 'admin/guard', { ...theirs, stale: true });
      await button(page, 'Save rules').click();
      await words(page, 'Someone else changed these rules');
    },
  },
  { name: 'rules-tried', darkPhone: true, go: tried },
  {
    name: 'rules-busy',
    prepare: (page: Page) =>
      answerOf(page, 'guardtest', { error: { code: 'busy', message: 'The server is busy; wait and try again' } }, 503),
    async go(page: Page) {
      await rules(page);
      await button(page, 'Try rules').click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'rules-held', go: (page: Page) => rules(page, 'RATES/CLOSE') },
  {
    name: 'rules-held-due',
    prepare: (page: Page) => page.clock.setFixedTime(Date.now() + 10 * 60_000),
    async go(page: Page) {
      await rules(page, 'RATES/CLOSE');
      await page.getByRole('button', { name: /Hold a publish for approval/ }).click();
      await page.getByRole('option', { name: '5 minutes', exact: true }).click();
      await words(page, 'A publish has been waiting longer than that');
    },
  },
  {
    name: 'rules-loading',
    isWaiting: true,
    prepare: (page: Page) => silence(page, 'admin/guard'),
    async go(page: Page) {
      await select(page, 'RATES/SWAPS');
      await words(page, 'Publish rules');
      await page.getByRole('heading', { name: 'Publish rules' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'rules-disconnected',
    async go(page: Page) {
      await rules(page);
      await button(page, 'Remove rule 2').click();
      await cut(page);
      await button(page, 'Save rules').click();
      await page.getByRole('alert').first().waitFor();
    },
  },
].map((state) => ({ user: approver, path: '/admin', ...state }));

async function opened(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor();
}

async function recorded(page: Page): Promise<void> {
  const head = page.getByRole('heading', { name: 'Publish history' });
  await page
    .getByRole('button', { name: /^Roll back/ })
    .first()
    .waitFor();
  await head.evaluate((element) => element.scrollIntoView({ block: 'start' }));
}

/** What waits, on the Publishing page and in the viewer. */
export const heldStates: readonly State[] = [
  { name: 'held', darkPhone: true, go: opened },
  {
    name: 'held-compared',
    darkPhone: true,
    async go(page: Page) {
      await opened(page);
      await button(page, 'Show differences').click();
      await words(page, /difference/);
    },
  },
  {
    name: 'held-release',
    darkPhone: true,
    async go(page: Page) {
      await opened(page);
      await button(page, 'Release…').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'held-reject',
    async go(page: Page) {
      await opened(page);
      await button(page, 'Reject…').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'held-decided-meanwhile',
    async go(page: Page) {
      await opened(page);
      await button(page, 'Release…').click();
      await answerWith(page, 'publishing/report', { waits: undefined });
      await page.getByRole('dialog').getByText('Someone else').waitFor();
    },
  },
  {
    name: 'held-in-doubt',
    darkPhone: true,
    async go(page: Page) {
      await opened(page);
      await page.route('**/api/v1/publish/release/', (route) => route.abort());
      await button(page, 'Release…').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
      await page.getByRole('dialog').getByText('not known').waitFor();
      await answerWith(page, 'publishing/report', { waits: undefined });
      await page.getByRole('dialog').getByText('no longer waiting').waitFor();
    },
  },
  {
    name: 'held-decided',
    async go(page: Page) {
      await opened(page);
      await answerWith(page, 'publishing/report', { waits: undefined });
      await words(page, 'The publish is no longer waiting');
    },
  },
  { name: 'held-own', user: publisher, go: opened },
  {
    name: 'held-elsewhere',
    path: '/publishing',
    darkPhone: true,
    go: (page: Page) => words(page, 'waiting for approval:'),
  },
  {
    name: 'viewer',
    user: reader,
    darkPhone: true,
    path: `/${topics.held}`,
    go: (page: Page) => words(page, 'A newer publish'),
  },
  {
    name: 'viewer-approver',
    darkPhone: true,
    path: `/${topics.held}`,
    go: (page: Page) => page.getByRole('link', { name: 'Review' }).waitFor(),
  },
  {
    name: 'strip',
    path: `/${topics.held}`,
    async go(page: Page) {
      await page.getByRole('link', { name: 'Review' }).waitFor();
      await page.getByRole('button', { name: 'Time', exact: true }).click();
      await page.locator('.time-track .usual[d^=M]').waitFor({ state: 'attached' });
    },
  },
  { name: 'history', darkPhone: true, path: `/publishing#${topics.ruled}`, go: recorded },
  {
    name: 'history-tag',
    darkPhone: true,
    path: `/publishing#${topics.ruled}`,
    async go(page: Page) {
      await recorded(page);
      await page.getByRole('button', { name: /^Tag/ }).nth(1).click();
      await page.getByRole('dialog').getByRole('textbox').fill('Close of March');
    },
  },
  {
    name: 'history-rollback',
    darkPhone: true,
    path: `/publishing#${topics.ruled}`,
    async go(page: Page) {
      await recorded(page);
      await page
        .getByRole('button', { name: /^Roll back/ })
        .nth(1)
        .click();
      await page.getByRole('dialog').getByRole('textbox').fill('The curve was off by ten');
    },
  },
  { name: 'audit', user: boss, path: '/admin/audit', go: (page: Page) => words(page, 'publish held') },
].map((state) => ({ user: approver, path: `/publishing#${topics.held}`, ...state }));
