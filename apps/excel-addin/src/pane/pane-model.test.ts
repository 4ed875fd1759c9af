import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { emptyPane, pagesOf } from './pane-state.ts';
import { wordsOfLive } from './pane-words.ts';
import { detail, key, list, loggedIn, paneOf } from './test-pane.ts';

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
  expect(pane.state().problem).toBe(
    'Someone is editing the workbook. Finish the edit or close the dialog, then try again',
  );
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

test('one kind of content that is not shown is told as one', async () => {
  const notShown = [{ sheet: 'Prices', what: 'slicers', count: 2, why: 'They filter in Excel.' }];
  const answer = { topic: 'ACME/DESK/PRICES', version: 3, time: 'x', changed: true, notShown };
  const pane = await loggedIn({ 'publish/workbook/': [200, answer] });
  pane.model.choose({ report: 'ACME/DESK/PRICES' });
  await pane.model.publish();
  expect(pane.state().events[0]?.words).toMatch(/; 1 kind of content is not shown$/);
});

test('a publish that is held is told as such, and whoever logs in next is shown nothing of before', async () => {
  const held = { version: 4, sinceUtc: '2026-11-23T12:00:00Z', rules: [] };
  const answer = { topic: 'ACME/DESK/PRICES', version: 3, time: 'x', changed: false, held, notShown: [] };
  const pane = await loggedIn({ 'publish/workbook/': [200, answer] });
  pane.model.choose({ report: 'ACME/DESK/PRICES' });
  await pane.model.publish();
  expect(pane.state().events[0]?.words).toBe('On hold: publish 4 is waiting for approval; viewers keep version 3');
  await pane.model.logOut();
  expect(pane.state().places).toEqual([]);
});

const revoked = [401, { error: { code: 'not_signed_in', message: 'x' } }] as const;

test('what was asked for before a logout puts nothing back, and is asked anew for who logs in next', async () => {
  const pane = await loggedIn();
  const held = Promise.withResolvers<void>();
  for (const path of ['publishing/report/', 'publishing/reports/']) pane.gates.set(path, held.promise);
  pane.model.choose({ report: 'ACME/DESK/PRICES' });
  await pane.clock.advance(0);
  await pane.model.logOut();
  held.resolve();
  await pane.clock.advance(0);
  expect([pane.state().detail, pane.state().places]).toEqual([undefined, []]);
  await pane.model.logIn(key, false);
  await pane.clock.advance(0);
  expect([pane.state().detail?.viewers, pane.state().places]).toEqual([2, list.places]);
});

test('a refusal that comes late does not log out who logged in meanwhile', async () => {
  const pane = await loggedIn({ 'publishing/report/': revoked });
  const held = Promise.withResolvers<void>();
  pane.gates.set('publishing/report/', held.promise);
  pane.model.choose({ report: 'ACME/DESK/PRICES' });
  await pane.clock.advance(0);
  await pane.model.logIn('swk_fedcba9876543210', false);
  pane.answers['publishing/report/'] = [200, detail];
  held.resolve();
  await pane.clock.advance(0);
  expect(pane.state()).toMatchObject({ phase: 'signed-in', problem: '' });
});

test('a dry run that ends after a logout shows its differences to nobody', async () => {
  const pane = await loggedIn();
  const held = Promise.withResolvers<void>();
  pane.answers['publishing/preview/'] = [200, { version: 0, pages: [], pageNames: [], styles: [], notShown: [] }];
  pane.gates.set('publishing/preview/', held.promise);
  pane.model.choose({ report: 'ACME/DESK/PRICES' });
  const run = pane.model.dryRun();
  await pane.clock.advance(0);
  await pane.model.logOut();
  held.resolve();
  await run;
  expect(pane.state()).toMatchObject({ phase: 'signed-out', dryRun: undefined, problem: '' });
});

test('what a report said before a publish was held does not make it live again', async () => {
  const pane = await loggedIn();
  pane.model.choose({ report: 'ACME/DESK/PRICES' });
  await pane.clock.advance(0);
  const { detail: before, detailOf } = pane.state();
  expect([before?.version, detailOf]).toEqual([3, undefined]);
  expect(wordsOfLive({ state: 'live', version: 3, waits: 4 }, before && { ...before, of: detailOf }).words).toBe(
    'On hold: publish 4 is waiting for approval; viewers keep version 3',
  );
});
