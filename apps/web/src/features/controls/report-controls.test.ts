import { lineDown, refuse } from '@sheetwire/client/test-line';
import { limits } from '@sheetwire/contract/limits';
import { onControlAction } from '@sheetwire/contract/reports';
import { expect, test } from 'vitest';
import type { Control } from './control.ts';
import { comment, region, run, TestControls, tagged } from './test-board.ts';

test('a text goes out 450 ms after typing stops, and once', async () => {
  const site = new TestControls();
  site.rules.typed(comment, 'a');
  await site.clock.advance(300);
  site.rules.typed(comment, 'ab');
  await site.clock.advance(449);
  expect(site.sent).toEqual([]);
  await site.clock.advance(1);
  expect(site.sent).toEqual(['Comment=ab']);
  await site.clock.advance(5000);
  expect(site.sent).toEqual(['Comment=ab']);
});

test('Enter, Tab and leaving the control send a text at once; without a change they send nothing', async () => {
  const site = new TestControls();
  site.rules.typed(comment, 'a');
  site.rules.flush('Comment');
  await site.clock.advance(0);
  site.rules.flush('Comment');
  site.rules.typed(comment, 'b');
  site.rules.left('Comment');
  site.rules.left('Comment');
  await site.clock.advance(5000);
  expect(site.sent).toEqual(['Comment=a', 'Comment=b']);
});

test('a choice and a press go out at once; a cleared value is null', async () => {
  const site = new TestControls();
  site.rules.chosen(region, 'South');
  await site.clock.advance(0);
  site.rules.chosen(region, null);
  await site.clock.advance(0);
  site.rules.pressed(run);
  await site.clock.advance(0);
  expect(site.sent).toEqual(['Region=South', 'Region=null', 'Run=clicked']);
});

test('a changed value is refreshed 250 ms after it was confirmed', async () => {
  const site = new TestControls();
  site.rules.chosen(region, 'South');
  expect(site.isUnsaved).toBe(true);
  await site.clock.advance(limits.refreshAfterUpdate - 1);
  expect([site.refreshes, site.isUnsaved, site.wordsOf('Region')]).toEqual([0, false, 'Saved']);
  await site.clock.advance(1);
  expect(site.refreshes).toBe(1);
  await site.clock.advance(limits.controlSavedShown);
  expect(site.wordsOf('Region')).toBeUndefined();
});

test('values of one control arrive in order, the newest in place of one that still waits', async () => {
  const site = new TestControls();
  const { promise, resolve } = Promise.withResolvers<{ updated: true }>();
  site.answer = () => promise;
  for (const value of ['North', 'South', 'East']) site.rules.chosen(region, value);
  await site.clock.advance(0);
  expect(site.sent).toEqual(['Region=North']);
  resolve({ updated: true });
  await site.clock.advance(0);
  expect(site.sent).toEqual(['Region=North', 'Region=East']);
  expect(site.isUnsaved).toBe(false);
});

test('a press waits for what was entered before it, also for a text that is still being typed', async () => {
  const site = new TestControls();
  const { promise, resolve } = Promise.withResolvers<{ updated: true }>();
  site.answer = ({ attributeVal }) => (attributeVal === 'Comment' ? promise : { updated: true });
  site.rules.typed(comment, 'now');
  site.rules.pressed(run);
  site.rules.pressed(run);
  await site.clock.advance(0);
  expect(site.sent).toEqual(['Comment=now']);
  resolve({ updated: true });
  await site.clock.advance(0);
  expect(site.sent).toEqual(['Comment=now', 'Run=clicked']);
});

test('without an answer an update stays and is tried again after 500 ms, and arrives once', async () => {
  const site = new TestControls();
  let isDown = true;
  site.answer = () => (isDown ? lineDown() : { updated: true });
  site.rules.typed(comment, 'kept');
  await site.clock.advance(limits.typingPause);
  for (let tries = 2; tries <= 4; tries++) {
    await site.clock.advance(limits.controlRetry - 1);
    expect(site.sent).toHaveLength(tries - 1);
    await site.clock.advance(1);
    expect(site.sent).toHaveLength(tries);
  }
  expect(site.wordsOf('Comment')).toBe('Not saved yet: the server cannot be reached. Trying again.');
  expect([site.alerts, site.isUnsaved, site.resets]).toEqual([[], true, []]);
  isDown = false;
  await site.clock.advance(limits.controlRetry);
  expect(site.wordsOf('Comment')).toBe('Saved');
  await site.clock.advance(60_000);
  expect(site.sent).toHaveLength(5);
});

test('what is sent again without an answer has the same id; after an answer, and with another value, it has another', async () => {
  const site = new TestControls();
  site.answer = () => lineDown();
  site.rules.typed(comment, 'one');
  await site.clock.advance(limits.typingPause);
  site.answer = () => refuse({ status: 429, code: 'too_many', message: 'wait', retryAfter: 1000 });
  await site.clock.advance(limits.controlRetry);
  site.answer = () => ({ updated: false });
  await site.clock.advance(1000);
  await site.clock.advance(limits.controlUnconfirmed.most);
  const [first, second, third, fourth] = site.ids;
  expect([second, third]).toEqual([first, first]);
  expect([undefined, first]).not.toContain(fourth);
  site.answer = () => lineDown();
  site.rules.typed(comment, 'two');
  await site.clock.advance(limits.controlUnconfirmed.most);
  const last = site.ids.at(-1);
  expect([site.sent.at(-1), site.ids.slice(0, site.sent.indexOf('Comment=two')).includes(last)]).toEqual([
    'Comment=two',
    false,
  ]);
});

test('what is typed while the line is down replaces what waits', async () => {
  const site = new TestControls();
  site.answer = () => lineDown();
  site.rules.typed(comment, 'one');
  await site.clock.advance(limits.typingPause);
  site.rules.typed(comment, 'one two');
  await site.clock.advance(limits.typingPause);
  site.answer = () => ({ updated: true });
  await site.clock.advance(limits.controlRetry);
  expect(site.sent).toEqual(['Comment=one', 'Comment=one two', 'Comment=one two']);
  expect(site.isUnsaved).toBe(false);
});

test('a server error drops the update, shows the published value, and is alerted once until a later success', async () => {
  const site = new TestControls();
  site.answer = () => refuse({ status: 500, code: 'internal', message: 'Something broke' });
  for (const value of ['South', 'East']) {
    site.rules.chosen(region, value);
    await site.clock.advance(0);
  }
  expect(site.alerts).toEqual(['Problem submitting update: Something broke']);
  expect([site.resets, site.refreshes, site.isUnsaved]).toEqual([['Region', 'Region'], 2, false]);
  expect(site.wordsOf('Region')).toBe('"East", not saved: Something broke.');
  site.answer = () => ({ updated: true });
  site.rules.chosen(region, 'East');
  await site.clock.advance(0);
  site.answer = () => refuse({ status: 500, code: 'internal', message: 'Again' });
  site.rules.chosen(region, 'West');
  await site.clock.advance(60_000);
  expect(site.alerts.at(-1)).toBe('Problem submitting update: Again');
  expect(site.sent).toHaveLength(4);
});

test('the page of a proxy before a server that is away is no answer; a refusal for speed is waited out', async () => {
  const site = new TestControls();
  site.answer = () => refuse({ status: 502, code: 'unreadable', message: 'The server answered 502' });
  site.rules.chosen(region, 'South');
  await site.clock.advance(limits.controlRetry);
  expect(site.sent).toHaveLength(2);
  site.answer = () => refuse({ status: 429, code: 'too_many', message: 'Slow down', retryAfter: 3000 });
  await site.clock.advance(limits.controlRetry);
  expect(site.wordsOf('Region')).toBe('Not saved yet: the server is busy. Trying again.');
  site.answer = () => ({ updated: true });
  await site.clock.advance(2999);
  expect(site.sent).toHaveLength(3);
  await site.clock.advance(1);
  expect([site.sent.length, site.alerts, site.isUnsaved]).toEqual([4, [], false]);
});

test('an answer that never comes is taken for a broken line', async () => {
  const site = new TestControls();
  site.answer = () => new Promise(() => undefined);
  site.rules.chosen(region, 'South');
  await site.clock.advance(limits.callAnswer + limits.controlRetry);
  expect(site.sent).toEqual(['Region=South', 'Region=South']);
});

test('who may not interact is told so, and the entry goes', async () => {
  const site = new TestControls();
  site.answer = () => ({ unauthorized: true });
  site.rules.chosen(region, 'South');
  await site.clock.advance(0);
  expect([site.alerts, site.resets, site.refreshes]).toEqual([['unauthorized'], ['Region'], 1]);
});

test('a choice that the publisher did not confirm is told and not tried again', async () => {
  const site = new TestControls();
  site.answer = () => ({ updated: false });
  site.rules.chosen(region, 'South');
  await site.clock.advance(60_000);
  expect([site.sent, site.alerts, site.resets]).toEqual([['Region=South'], ['update failed'], ['Region']]);
});

test('a text that the publisher did not confirm is told once for each entry and tried again until it is', async () => {
  const site = new TestControls();
  site.answer = () => ({ updated: false });
  site.rules.typed(comment, 'kept');
  await site.clock.advance(20_000);
  expect(site.sent.length).toBeGreaterThan(4);
  expect(site.sent.length).toBeLessThan(10);
  expect([site.alerts, site.resets, site.isUnsaved]).toEqual([['update failed'], [], true]);
  expect(site.wordsOf('Comment')).toBe('Not saved yet: the publisher has not confirmed it. Trying again.');
  site.rules.typed(comment, 'kept and more');
  await site.clock.advance(20_000);
  expect(site.alerts).toEqual(['update failed', 'update failed']);
  site.answer = () => ({ updated: true });
  await site.clock.advance(limits.controlUnconfirmed.most);
  expect([site.wordsOf('Comment') ?? 'Saved', site.isUnsaved]).toEqual(['Saved', false]);
});

test('a text that was typed while an older one was under way is not held up by the older one', async () => {
  const site = new TestControls();
  const { promise, resolve } = Promise.withResolvers<{ updated: false }>();
  site.answer = ({ controlVal }) => (controlVal === 'one' ? promise : { updated: true });
  site.rules.typed(comment, 'one');
  site.rules.flush('Comment');
  await site.clock.advance(0);
  site.rules.typed(comment, 'two');
  site.rules.flush('Comment');
  resolve({ updated: false });
  await site.clock.advance(60_000);
  expect(site.sent).toEqual(['Comment=one', 'Comment=two']);
  expect([site.alerts, site.isUnsaved]).toEqual([[], false]);
});

test('skip_retry ends a text too', async () => {
  const site = new TestControls();
  site.answer = () => ({ updated: false, skip_retry: true });
  site.rules.typed(comment, 'never');
  await site.clock.advance(60_000);
  expect([site.sent, site.alerts, site.isUnsaved]).toEqual([['Comment=never'], ['update failed'], false]);
});

test('a press is not sent behind the back of an entry before it that failed', async () => {
  const site = new TestControls();
  site.answer = () => ({ updated: false });
  site.rules.chosen(region, 'South');
  site.rules.pressed(run);
  await site.clock.advance(0);
  expect(site.sent).toEqual(['Region=South']);
  expect(site.wordsOf('Run')).toBe('Not sent: an earlier change failed.');
  expect(site.isUnsaved).toBe(false);
});

test('what waits is bounded in number, and what is too much is told', async () => {
  const site = new TestControls();
  site.answer = () => lineDown();
  for (let n = 0; n <= limits.controlsWaiting; n++) site.rules.chosen({ ...region, name: `C${n}` }, 'x');
  expect(site.wordsOf(`C${limits.controlsWaiting}`)).toBe('"x", not sent: too many changes are waiting.');
  expect(site.resets).toEqual([`C${limits.controlsWaiting}`]);
  await site.clock.advance(0);
});

test('a confirmed value is kept over what the page says until the page says the same', async () => {
  const site = new TestControls();
  site.shown.set('Region', 'North');
  site.rules.chosen(region, 'South');
  await site.clock.advance(limits.unsentScan);
  expect(site.rules.openValue('Region')?.value).toBe('South');
  site.shown.set('Region', 'South');
  await site.clock.advance(limits.unsentScan);
  expect(site.rules.openValue('Region')).toBeUndefined();
  site.rules.chosen(region, 'East');
  await site.clock.advance(limits.controlAwaiting);
  expect(site.rules.openValue('Region')).toBeUndefined();
});

test('a text that changed without an event is found within 250 ms', async () => {
  const site = new TestControls();
  site.rules.entered();
  site.typing = { control: comment, value: 'dictated' };
  await site.clock.advance(limits.unsentScan + limits.typingPause);
  expect(site.sent).toEqual(['Comment=dictated']);
});

test('remote mode calls under its prefix', async () => {
  const site = new TestControls({ isRemote: true });
  site.rules.chosen(region, 'South');
  await site.clock.advance(0);
  expect(site.paths).toEqual([`/remote${onControlAction.path}`]);
});

const due: Control = { name: 'Due', kind: 'choice', tag: undefined };

test('a date that is none any more as its user types on is not sent as what it was on the way', async () => {
  const site = new TestControls();
  site.rules.typed(due, '2026-11-03');
  await site.clock.advance(100);
  site.rules.begun(due);
  site.rules.flush('Due');
  await site.clock.advance(5000);
  expect([site.sent, site.isUnsaved]).toEqual([[], true]);
});

test('what keys pass in a date or a list goes out once the entry is over, and Enter sends it at once', async () => {
  const site = new TestControls();
  for (const value of ['South', 'East']) {
    site.rules.typed(region, value);
    await site.clock.advance(limits.midEntryReset - 1);
  }
  expect(site.sent).toEqual([]);
  await site.clock.advance(1);
  site.rules.typed(due, '2026-12-24');
  site.rules.flush('Due');
  await site.clock.advance(0);
  expect(site.sent).toEqual(['Region=East', 'Due=2026-12-24']);
});

test('a date that is none any more is not held for its Submit either', () => {
  const site = new TestControls();
  site.rules.typed(tagged(due), '2026-11-03');
  expect(site.rules.hasFor('submit', 'order1')).toBe(true);
  site.rules.begun(tagged(due));
  expect([site.rules.hasFor('submit', 'order1'), site.marks.get('Due')]).toEqual([false, undefined]);
});

test('a date that is begun anew is not reset by the end of what was sent before', async () => {
  const site = new TestControls();
  site.rules.chosen(due, '2026-12-20');
  await site.clock.advance(100);
  site.rules.begun(due);
  await site.clock.advance(limits.controlAwaiting * 2);
  expect([site.sent, site.resets]).toEqual([['Due=2026-12-20'], []]);
});

test('a date that is left unfinished shows what is published, and says that it was not sent', async () => {
  const site = new TestControls();
  site.rules.begun(due);
  site.rules.unfinished(due);
  site.rules.left('Due');
  await site.clock.advance(5000);
  expect([site.sent, site.resets, site.wordsOf('Due')]).toEqual([
    [],
    ['Due'],
    'Not sent: this is not a valid date or time.',
  ]);
});
