import { lineDown, refuse } from '@sheetwire/client/test-line';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { comment, region, run, submit, TestControls, tagged } from './test-board.ts';

const topic = 'ACME/RATES/DAILY';
const long = 60_000;
const refused = '"South", refused: Above the limit.';

/** A site whose publisher has just refused a choice. */
async function withRefusal(): Promise<TestControls> {
  const site = new TestControls();
  site.answer = () => ({ updated: false, message: 'Above the limit' });
  site.rules.chosen(region, 'South');
  await site.clock.advance(0);
  return site;
}

test("a refused entry and its publisher's reason stay readable until the user changes the control", async () => {
  const site = await withRefusal();
  await site.clock.advance(long);
  expect([site.wordsOf('Region'), site.resets]).toEqual([refused, ['Region']]);
  site.answer = () => ({ updated: true });
  site.rules.chosen(region, 'North');
  await site.clock.advance(0);
  expect(site.wordsOf('Region')).toBe('Saved');
  expect(site.rules.refusalOf('Region')).toBeUndefined();
});

test('a refused entry goes when its user takes it away', async () => {
  const site = await withRefusal();
  site.rules.dismiss('Region');
  expect([site.wordsOf('Region'), site.rules.refusalOf('Region')]).toEqual([undefined, undefined]);
});

test('who takes a refusal away enters nothing any more: the control follows its publisher at once', async () => {
  const site = new TestControls();
  site.answer = () => ({ updated: false, message: 'Above the limit' });
  site.rules.entered();
  site.rules.chosen(region, 'South');
  await site.clock.advance(0);
  expect(site.rules.isEntering).toBe(true);
  site.rules.dismiss('Comment');
  expect(site.rules.isEntering).toBe(true);
  site.rules.dismiss('Region');
  expect(site.rules.isEntering).toBe(false);
});

test('a refusal is of its report: it is there again when the report is', async () => {
  const site = await withRefusal();
  site.rules.follow('ACME/RATES/OTHER');
  expect(site.rules.refusalOf('Region')).toBeUndefined();
  site.rules.follow(topic);
  expect(site.rules.refusalOf('Region')).toMatchObject({ entry: '"South"', reason: 'Above the limit.' });
});

test('what is refused after its report was left is read once the report is shown again', async () => {
  const site = new TestControls();
  const { promise, resolve } = Promise.withResolvers<{ updated: false; message: string }>();
  site.answer = () => promise;
  site.rules.chosen(region, 'South');
  site.rules.follow('ACME/RATES/OTHER');
  resolve({ updated: false, message: 'Not now' });
  await site.clock.advance(0);
  site.rules.follow(topic);
  expect(site.rules.refusalOf('Region')).toMatchObject({ reason: 'Not now.' });
});

test('what is refused after its report was left is told as it was chosen there, whatever another report calls it', async () => {
  const site = new TestControls();
  const { promise, resolve } = Promise.withResolvers<{ updated: false; message: string }>();
  site.answer = () => promise;
  site.options.set('S', 'South');
  site.rules.chosen(region, 'S');
  site.rules.follow('ACME/RATES/OTHER');
  site.options.set('S', 'Summer');
  resolve({ updated: false, message: 'Not now' });
  await site.clock.advance(0);
  site.rules.follow(topic);
  expect(site.rules.refusalOf('Region')).toMatchObject({ entry: '"South"', reason: 'Not now.' });
});

test('a refusal is readable also for who may not interact any more, and not on a snapshot', async () => {
  const site = await withRefusal();
  site.rules.follow(undefined, topic);
  expect(site.rules.refusalOf('Region')).toBeDefined();
  site.rules.follow(undefined, undefined);
  expect(site.rules.refusalOf('Region')).toBeUndefined();
});

test('a text that its publisher refuses is tried again, with the reason, until it is given up', async () => {
  const site = new TestControls();
  site.answer = () => ({ updated: false, message: 'No words, please' });
  site.rules.typed(comment, 'abc');
  await site.clock.advance(limits.typingPause);
  expect(site.wordsOf('Comment')).toBe('"abc", refused: No words, please. Trying again.');
  await site.clock.advance(limits.controlUnconfirmed.first);
  const sent = site.sent.length;
  expect(sent).toBeGreaterThan(1);
  site.rules.dismiss('Comment');
  await site.clock.advance(long);
  expect([site.sent.length, site.isUnsaved, site.resets, site.wordsOf('Comment')]).toEqual([
    ...[sent, false, ['Comment'], undefined],
  ]);
});

test('a text that is given up while it is under way again is not sent once more', async () => {
  const site = new TestControls();
  const { promise, resolve } = Promise.withResolvers<{ updated: false }>();
  site.answer = () => ({ updated: false, message: 'No words, please' });
  site.rules.typed(comment, 'abc');
  await site.clock.advance(limits.typingPause);
  site.answer = () => promise;
  await site.clock.advance(limits.controlUnconfirmed.most);
  expect(site.wordsOf('Comment')).toBe('"abc", refused: No words, please. Trying again.');
  site.rules.dismiss('Comment');
  resolve({ updated: false });
  await site.clock.advance(long);
  expect([site.sent, site.isUnsaved]).toEqual([['Comment=abc', 'Comment=abc'], false]);
});

test('a text that its publisher does not confirm has a way out too', async () => {
  const site = new TestControls();
  site.answer = () => ({ updated: false });
  site.rules.typed(comment, 'abc');
  await site.clock.advance(limits.typingPause);
  expect(site.marks.get('Comment')).toMatchObject({ kind: 'waiting', stays: true });
  site.rules.dismiss('Comment');
  const { length } = site.sent;
  await site.clock.advance(long);
  expect([site.sent.length, site.isUnsaved, site.resets, site.wordsOf('Comment')]).toEqual([
    ...[length, false, ['Comment'], undefined],
  ]);
});

test('nothing is unsaved any more once what was given up comes back, however late', async () => {
  const site = new TestControls();
  const { promise, resolve } = Promise.withResolvers<{ updated: false }>();
  site.answer = () => ({ updated: false });
  site.rules.typed(comment, 'abc');
  await site.clock.advance(limits.typingPause);
  site.answer = () => promise;
  await site.clock.advance(limits.controlUnconfirmed.most);
  site.rules.dismiss('Comment');
  await site.clock.advance(limits.controlSavedShown);
  expect(site.isUnsaved).toBe(true);
  resolve({ updated: false });
  await site.clock.advance(0);
  expect(site.isUnsaved).toBe(false);
});

test('words of what is sent again stand beside a control that another tab took away and brings back', async () => {
  const site = new TestControls();
  site.answer = () => ({ updated: false });
  expect(site.rules.standingOf('Comment')).toBeUndefined();
  site.rules.typed(comment, 'abc');
  await site.clock.advance(limits.typingPause);
  site.rules.leavePage();
  expect(site.rules.standingOf('Comment')).toMatchObject({ kind: 'waiting', stays: true });
  site.answer = () => ({ updated: true });
  await site.clock.advance(limits.controlUnconfirmed.most);
  expect(site.rules.standingOf('Comment')).toBeUndefined();
});

test('what is on its way and was not refused is not given up', async () => {
  const site = new TestControls();
  const { promise, resolve } = Promise.withResolvers<{ updated: true }>();
  site.answer = () => promise;
  site.rules.chosen(region, 'South');
  site.rules.dismiss('Region');
  expect([site.rules.openValue('Region')?.value, site.resets]).toEqual(['South', []]);
  resolve({ updated: true });
  await site.clock.advance(0);
  expect(site.wordsOf('Region')).toBe('Saved');
});

test('what a Submit sent and the publisher rejected stays in the form, with the reason', async () => {
  const site = new TestControls();
  site.answer = () => ({ updated: false, message: 'Enter a number' });
  site.rules.typed(tagged(comment), 'abc');
  site.rules.submit('order1', submit);
  await site.clock.advance(long);
  expect([site.wordsOf('Comment'), site.rules.openValue('Comment')?.value]).toEqual([
    ...['"abc", refused: Enter a number.', 'abc'],
  ]);
});

test('what nobody answered, a broken server and a value that does not fit are told apart', async () => {
  const site = new TestControls();
  const wordsAfter = async (answer: TestControls['answer']) => {
    site.answer = answer;
    site.rules.chosen(region, 'South');
    await site.clock.advance(0);
    return site.wordsOf('Region');
  };
  expect(await wordsAfter(() => ({ updated: false }))).toBe('"South", not saved: The publisher did not confirm it.');
  expect(await wordsAfter(() => ({ updated: false, skip_retry: true }))).toBe(
    '"South", refused: This value is not accepted.',
  );
  expect(await wordsAfter(() => refuse({ status: 500, code: 'internal', message: 'Broken' }))).toBe(
    '"South", not saved: Broken.',
  );
  expect(await wordsAfter(() => lineDown())).toContain('Trying again');
});

test('a press that is refused says why', async () => {
  const site = new TestControls();
  site.answer = () => ({ updated: false, message: 'Enter a limit first' });
  site.rules.pressed(run);
  await site.clock.advance(long);
  expect(site.wordsOf('Run')).toBe('Refused: Enter a limit first.');
});

test('what others wrote is one line, without signs that steer a terminal or a page', async () => {
  const site = new TestControls();
  site.answer = () => ({ updated: false, message: ' <b>Too\n\u0007 high</b>  ' });
  site.rules.chosen(region, 'South');
  await site.clock.advance(0);
  expect(site.wordsOf('Region')).toBe('"South", refused: <b>Too high</b>.');
});

test('a page keeps a bounded number of refusals, the newest', async () => {
  const site = new TestControls();
  site.answer = () => ({ updated: false, skip_retry: true });
  for (let n = 0; n <= limits.controlRefusals; n++) {
    site.rules.chosen({ ...region, name: `C${n}` }, 'x');
    await site.clock.advance(0);
  }
  expect([site.rules.refusalOf('C0'), site.rules.refusalOf('C1')?.kind]).toEqual([undefined, 'failed']);
});

test('a confirmed value gives way to whatever the page brings after it, and to what is published in any case', async () => {
  const site = new TestControls();
  site.shown.set('Region', 'North');
  site.rules.chosen(region, 'South');
  await site.clock.advance(0);
  expect(site.rules.openValue('Region')?.value).toBe('South');
  site.shown.set('Region', 'SOUTH');
  site.rules.came();
  expect(site.rules.openValue('Region')).toBeUndefined();
  site.rules.chosen(region, 'East');
  await site.clock.advance(limits.controlAwaiting);
  expect([site.rules.openValue('Region'), site.resets]).toEqual([undefined, ['Region']]);
});
