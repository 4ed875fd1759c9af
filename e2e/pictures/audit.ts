import type { Page } from 'playwright-core';
import { answerOf, answerWith, button, field, silence, words } from './answers.ts';
import type { State } from './camera.ts';

const entry = {
  timeUtc: '2026-11-03T09:12:44.120Z',
  actor: 'DEMO/super',
  object: 'DEMO/RATES/DAILY PNL',
  address: '10.20.30.40',
};
const lists = { viewers: ['DEMO/DESK', 'DEMO/vic'], publishers: [], interactors: ['DEMO/vic'], admins: ['DEMO/ida'] };
const daily = { captures: true, time: '23:59', location: 'Chicago', backdates: false };
const some = (...names: string[]) => ({ count: names.length, names });
const many = Array.from({ length: 400 }, (_, n) => `DEMO/user.${String(n).padStart(3, '0')}`);
const changes = [
  ['rights changed', lists, { ...lists, viewers: ['DEMO/DESK', 'DEMO/ALL DESKS', 'DEMO/jo'], interactors: [] }],
  ['snapshot settings changed', daily, { ...daily, time: '18:00', backdates: true }],
  ['guard changed', { rules: [], releaseAfterMin: 0 }, { rules: ['Errors that are new: hold'], releaseAfterMin: 30 }],
  ['user changed', { email: 'jo@example.org', adUser: '' }, { email: 'jo.lee@example.com', adUser: 'DEMO/jo.lee' }],
  ['publish refused', null, { reason: 'no right to publish' }],
  [
    'report rolled back',
    { version: 1412 },
    { version: 1413, restored: 1398, reason: `Wrong curve. ${'Long. '.repeat(60)}` },
  ],
  [
    'settings recovered',
    null,
    {
      total: 1202,
      added: some('DEMO/RATES'),
      removed: some(),
      changed: { count: 1200, names: ['DEMO/FX', 'DEMO/FX/SPOT'] },
    },
  ],
  ['from a newer release', { howItWas: '<b>bold</b>' }, { howItWas: '<i>now</i>', nested: { kept: true } }],
].map(([action, before, after], id) => ({ ...entry, id, action, before: textOf(before), after: textOf(after) }));
const ofLists = {
  ...{ ...entry, id: 99, action: 'rights changed', before: JSON.stringify({ ...lists, viewers: many }) },
  after: JSON.stringify({ ...lists, viewers: many.slice(350), publishers: ['DEMO/ida'] }),
};

function textOf(value: unknown): string {
  return value === null ? '' : JSON.stringify(value);
}

async function openAll(page: Page): Promise<void> {
  await page.locator('.opener').first().waitFor();
  for (const opener of await page.locator('.opener').all()) await opener.click();
}

/** The page Audit Log. */
export const audit: readonly State[] = [
  {
    name: 'loading',
    isWaiting: true,
    prepare: (page) => silence(page, 'audit/rows'),
    go: (page) => words(page, /^Loading/),
  },
  { name: 'rows', darkPhone: true, go: (page) => page.getByRole('row').nth(3).waitFor() },
  {
    name: 'opened',
    darkPhone: true,
    async go(page) {
      await field(page, 'Action').fill('user group');
      await page.keyboard.press('Enter');
      await button(page, 'Members: 3 added').click();
    },
  },
  {
    name: 'every-form',
    darkPhone: true,
    prepare: (page) => answerOf(page, 'audit/rows', { rows: changes }),
    go: openAll,
  },
  {
    name: 'long-lists',
    prepare: (page) => answerOf(page, 'audit/rows', { rows: [ofLists] }),
    async go(page) {
      await openAll(page);
      await button(page, /^Show all/)
        .first()
        .click();
    },
  },
  {
    name: 'long-not-loaded',
    complaint: /500/,
    async prepare(page) {
      await page.route('**/audit/rows/', (route) => {
        const { whole } = route.request().postDataJSON();
        return route.fulfill(whole ? { status: 500 } : { json: { rows: [{ ...ofLists, before: '{"view…' }] } });
      });
    },
    async go(page) {
      await openAll(page);
      await words(page, 'Try again');
    },
  },
  {
    name: 'older',
    prepare: (page) => answerWith(page, 'rows', { next: '1-1' }),
    go: (page) => button(page, 'Show older').scrollIntoViewIfNeeded(),
  },
  {
    name: 'none',
    async go(page) {
      await field(page, 'Who').fill('nobody.of.that.name');
      await button(page, 'Filter').click();
      await words(page, 'No matching entries.');
    },
  },
  { name: 'wrong-date', go: (page) => field(page, 'From (UTC)').fill('2026-13-01') },
  {
    name: 'not-loaded',
    prepare: (page) => answerOf(page, 'audit/rows', {}, 500),
    go: (page) => words(page, 'Try again'),
  },
  { name: 'refused', user: 'DEMO/vic', go: (page) => words(page, 'Super administrator rights are required') },
];
