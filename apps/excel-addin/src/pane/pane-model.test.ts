import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { BookModel } from '@sheetwire/live-book/test-support/book-model';
import { sample } from '@sheetwire/live-book/test-support/book-spec';
import { memoryBook } from '@sheetwire/live-book/test-support/memory-book';
import { expect, test } from 'vitest';
import type { KeptChoice } from './pane-host.ts';
import { PaneModel } from './pane-model.ts';
import { emptyPane, pagesOf } from './pane-state.ts';

const key = 'swk_0123456789abcdef';
const standing = { version: 3, timeUtc: '2026-11-23T12:00:00Z', sender: 'ACME/pat', isLive: true, publisher: 'none' };
const detail = {
  ...{ topic: 'ACME/DESK/PRICES', ...standing, seenUtc: null, viewers: 2, hasPublishSecret: false },
  ...{ versions: [], hasMore: false, mayRollBack: false, notShown: [], refused: [] },
};
const list = { reports: [], total: 0, places: ['ACME/DESK/PRICES'], next: '', maxBytes: 1 };

type Answer = readonly [status: number, body: object];

/** A pane in an Excel of our own, and a portal that answers by the end of a path. */
function paneOf(answers: Record<string, Answer> = {}) {
  const clock = new TestClock(Date.UTC(2026, 10, 23, 12));
  const asked: { readonly path: string; readonly bearer: string | null }[] = [];
  const kept = { choice: undefined as KeptChoice | undefined, credential: undefined as string | undefined };
  const office = { isBusy: false, isShut: false };
  const all: Record<string, Answer> = {
    'publishing/reports/': [200, list],
    'publishing/report/': [200, detail],
    ...answers,
  };
  const model = new PaneModel({
    host: {
      endsWithPane: false,
      openBook: async () => {
        if (office.isBusy) throw new Error('Finish editing the cell first');
        return memoryBook(new BookModel(sample));
      },
      choice: () => kept.choice,
      keepChoice: async (choice) => void Object.assign(kept, { choice }),
      credential: async () => {
        if (office.isShut) throw new Error('The storage cannot be read');
        return kept.credential;
      },
      keepCredential: async (credential) => void Object.assign(kept, { credential }),
      askSignIn: async () => '',
    },
    baseUrl: 'https://portal.example',
    fetch: async (input, init) => {
      const path = new URL(String(input)).pathname.replace('/api/v1/', '');
      asked.push({ path, bearer: new Headers(init?.headers).get('authorization') });
      const [status, body] = Object.entries(all).find(([end]) => path.startsWith(end))?.[1] ?? [404, {}];
      return Response.json(body, { status });
    },
    ...{ clock, chance: () => 0, pause: async () => undefined, instanceId: 'excel one' },
  });
  return { model, clock, asked, kept, office, answers: all, state: () => model.store.getState() };
}

async function loggedIn(answers: Record<string, Answer> = {}) {
  const pane = paneOf(answers);
  await pane.model.start();
  await pane.model.logIn(key, true);
  await pane.clock.advance(0);
  return pane;
}

test('what is no key is refused before it is sent anywhere', async () => {
  const { model, asked, state } = paneOf();
  await model.start();
  await model.logIn('my password', true);
  expect(state()).toMatchObject({ phase: 'signed-out', problem: expect.stringContaining('Paste an API key') });
  expect(asked).toEqual([]);
});

test('a key is remembered on this computer where that is wished, and else in memory alone', async () => {
  const { kept, model, state } = await loggedIn();
  expect(JSON.parse(kept.credential ?? '')).toEqual({ secret: key, user: '' });
  expect(state()).toMatchObject({ phase: 'signed-in', places: list.places, visible: ['Prices', 'Notes'] });
  await model.logIn(key, false);
  expect(kept.credential).toBeUndefined();
  await model.logOut();
  expect(state().phase).toBe('signed-out');
});

test('what was remembered and is no credential is not used', async () => {
  const pane = paneOf();
  pane.kept.credential = '{"secret":"=HYPERLINK()","user":""}';
  await pane.model.start();
  expect(pane.state().phase).toBe('signed-out');
});

test('the choice is kept in the workbook without a secret; one that the workbook brings begins nothing by itself', async () => {
  const pane = await loggedIn({
    'publishing/preview/': [403, { error: { code: 'not_allowed', message: 'No rights' } }],
  });
  pane.model.choose({ report: ' acme/desk/prices ', publishSecret: 'hush' });
  await pane.model.dryRun();
  expect(pane.state().problem).toBe('No rights');
  expect(pane.kept.choice).toEqual({ report: 'ACME/DESK/PRICES', ranges: '', sheets: undefined, takesEntries: false });
  expect(pane.asked.every(({ bearer }) => bearer === `Bearer ${key}` || bearer === null)).toBe(true);
  const opened = paneOf();
  opened.kept.choice = { report: 'ACME/DESK/PRICES', ranges: '', sheets: undefined, takesEntries: true };
  await opened.model.start();
  expect([opened.state().report, opened.state().live, opened.asked]).toEqual(['ACME/DESK/PRICES', undefined, []]);
});

test.each([
  ['', 'Enter a report'],
  ['PRICES', 'PRICES is not ENTITY/GROUP/REPORT'],
])('the report %j is refused in words', async (report, words) => {
  const { model, state } = await loggedIn();
  model.choose({ report });
  await model.publish();
  expect(state()).toMatchObject({ problem: words, work: '' });
});

test('a publish secret that is missing is asked for', async () => {
  const refusal = { error: { code: 'wrong_publish_secret', message: 'The publish secret is missing' } };
  const { model, state } = await loggedIn({ 'publish/workbook/': [403, refusal] });
  model.choose({ report: 'ACME/DESK/PRICES' });
  await model.publish();
  expect(state()).toMatchObject({ asksSecret: true, problem: 'The publish secret is missing' });
});

test('a key that is revoked while the pane is open logs it out in words', async () => {
  const pane = await loggedIn();
  pane.model.choose({ report: 'ACME/DESK/PRICES' });
  await pane.clock.advance(0);
  expect(pane.state().detail?.viewers).toBe(2);
  pane.answers['publishing/report/'] = [401, { error: { code: 'not_signed_in', message: 'x' } }];
  await pane.clock.advance(limits.untoldPoll);
  expect(pane.state()).toMatchObject({ phase: 'signed-out', problem: 'Session expired. Log in again.' });
  expect(pane.kept.credential).toBeUndefined();
});

test('sheets are chosen one by one; all of them is every visible sheet, also a later one; none is refused', async () => {
  const { model, state } = await loggedIn();
  model.toggleSheet('Notes', false);
  expect([state().sheets, pagesOf(state())]).toEqual([['Prices'], 'Prices']);
  model.toggleSheet('Notes', true);
  expect([state().sheets, pagesOf(state())]).toEqual([undefined, '']);
  model.choose({ sheets: [], report: 'ACME/DESK/PRICES' });
  await model.publish();
  expect(state().problem).toBe('Choose at least one sheet');
});

test('names of sheets are written as a reference has them, ranges as they were entered', () => {
  const visible = ['Q1', "Ann's, 2026"];
  expect(pagesOf({ ...emptyPane, visible, sheets: ["Ann's, 2026"] })).toBe("'Ann''s, 2026'");
  expect(pagesOf({ ...emptyPane, visible, ranges: ' Q1!A1:B2 ' })).toBe("Q1,'Ann''s, 2026',Q1!A1:B2");
});

test('a workbook that cannot be opened while a cell is edited is opened the next time', async () => {
  const pane = paneOf({ 'publishing/preview/': [403, { error: { code: 'not_allowed', message: 'No rights' } }] });
  pane.office.isBusy = true;
  await pane.model.start();
  await pane.model.logIn(key, false);
  await pane.clock.advance(0);
  expect(pane.state().problem).toBe('Finish editing the cell first');
  pane.office.isBusy = false;
  pane.model.choose({ report: 'ACME/DESK/PRICES' });
  await pane.model.dryRun();
  expect(pane.state().problem).toBe('No rights');
});

test('a storage that cannot be read leads to the login, in words', async () => {
  const pane = paneOf();
  pane.office.isShut = true;
  await pane.model.start();
  expect(pane.state()).toMatchObject({ phase: 'signed-out', problem: 'The storage cannot be read' });
});

test('a publish that is held is told as such, and whoever logs in next is shown nothing of before', async () => {
  const held = { version: 4, sinceUtc: '2026-11-23T12:00:00Z', rules: [] };
  const answer = { topic: 'ACME/DESK/PRICES', version: 3, time: 'x', changed: false, held, notShown: [] };
  const pane = await loggedIn({ 'publish/workbook/': [200, answer] });
  pane.model.choose({ report: 'ACME/DESK/PRICES' });
  await pane.model.publish();
  expect(pane.state().events[0]?.words).toBe('On hold: publish 4 waits for approval; viewers keep version 3');
  await pane.model.logOut();
  expect(pane.state().places).toEqual([]);
});
