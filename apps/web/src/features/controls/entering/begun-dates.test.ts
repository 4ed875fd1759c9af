import { lineDown } from '@sheetwire/client/test-line';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import type { Control } from '../control.ts';
import { comment, region, run, submit, TestControls, tagged } from '../test-board.ts';

const due: Control = { name: 'Due', kind: 'choice', tag: undefined };
const told = 'Not sent: this is not a valid date or time.';
const alerted = ['Not sent: "Due" is not a valid date or time. Enter it again, or dismiss its message.'];

test('a date that is begun is unsaved until it has a value and is sent, also where no event told of it', async () => {
  const site = new TestControls();
  site.rules.entered();
  site.typing = { control: due, value: undefined };
  await site.clock.advance(limits.unsentScan);
  expect([site.isUnsaved, site.rules.openValue('Due')]).toEqual([true, undefined]);
  site.rules.typed(due, '2026-12-24');
  site.rules.left('Due');
  await site.clock.advance(0);
  expect([site.sent, site.isUnsaved]).toEqual([['Due=2026-12-24'], false]);
});

test('a date that is begun anew takes back what waits to be sent of it', async () => {
  const site = new TestControls();
  site.answer = () => lineDown();
  site.rules.chosen(due, '2026-12-20');
  await site.clock.advance(limits.controlRetry);
  site.rules.begun(due);
  site.rules.unfinished(due);
  const { length } = site.sent;
  site.answer = () => ({ updated: true });
  await site.clock.advance(60_000);
  expect([site.sent.length, site.wordsOf('Due')]).toEqual([length, told]);
});

test('what is part of a Submit is not taken out of it by a date that is begun anew', async () => {
  const site = new TestControls();
  site.answer = () => lineDown();
  site.rules.chosen(tagged(due), '2026-12-20');
  site.rules.submit('order1', { ...submit, name: 'Place' });
  await site.clock.advance(limits.controlRetry);
  site.rules.begun(tagged(due));
  site.answer = () => ({ updated: true });
  await site.clock.advance(limits.controlRetry);
  expect(site.sent.slice(-2)).toEqual(['Due=2026-12-20', 'Place=clicked']);
});

test.each([
  ['is half filled in', false],
  ['was left so', true],
])('a Submit does not go without a date of its group that %s, and says so', async (_, isLeft) => {
  const site = new TestControls();
  site.rules.typed(tagged(comment), 'five years');
  site.rules.begun(tagged(due));
  if (isLeft) site.rules.unfinished(tagged(due));
  site.rules.submit('order1', submit);
  await site.clock.advance(60_000);
  expect([site.sent, site.alerts, site.rules.hasFor('submit', 'order1')]).toEqual([[], alerted, true]);
  site.rules.chosen(tagged(due), '2026-12-24');
  site.rules.submit('order1', submit);
  await site.clock.advance(0);
  expect(site.sent).toEqual(['Comment=five years', 'Due=2026-12-24']);
});

test('a Submit goes without a date that was left unfinished once its user has read so, or in another group', async () => {
  const site = new TestControls();
  site.rules.typed(tagged(comment), 'five years');
  site.rules.begun(tagged(due));
  site.rules.unfinished(tagged(due));
  site.rules.begun(tagged({ ...due, name: 'Other' }, 'order2'));
  site.rules.dismiss('Due');
  site.rules.submit('order1', submit);
  await site.clock.advance(0);
  expect([site.sent, site.alerts]).toEqual([['Comment=five years'], []]);
});

test('a press does not go behind the back of a date that is half filled in', async () => {
  const site = new TestControls();
  site.rules.begun(due);
  site.rules.pressed(run);
  site.rules.unfinished(due);
  site.rules.pressed(run);
  await site.clock.advance(0);
  expect([site.sent, site.alerts]).toEqual([[], [...alerted, ...alerted]]);
  site.rules.dismiss('Due');
  site.rules.pressed(run);
  await site.clock.advance(0);
  expect([site.sent, site.isUnsaved]).toEqual([['Run=clicked'], false]);
});

test('Escape in a date that is half filled in leaves it begun', () => {
  const site = new TestControls();
  site.rules.begun(due);
  site.rules.dismiss('Due');
  expect(site.isUnsaved).toBe(true);
});

test('Cancel discards a date of its group that is half filled in, with the words about it', () => {
  const site = new TestControls();
  site.rules.chosen(tagged(region), 'South');
  site.rules.begun(tagged(due));
  site.rules.unfinished(tagged(due));
  site.rules.cancel('order1');
  expect([site.wordsOf('Due'), site.isUnsaved, site.resets.includes('Due')]).toEqual([undefined, false, true]);
});

test('a date that is half filled in is told as not sent when its page goes, and holds nothing up elsewhere', async () => {
  const site = new TestControls();
  site.rules.begun(due);
  site.rules.leavePage();
  expect([site.wordsOf('Due'), site.resets, site.isUnsaved]).toEqual([told, ['Due'], false]);
  site.rules.pressed(run);
  await site.clock.advance(0);
  expect([site.sent, site.alerts]).toEqual([['Run=clicked'], []]);
});

test('a date that is half filled in goes when its publisher closes it, and that is told', async () => {
  const site = new TestControls();
  site.rules.begun(due);
  site.closed.add('Due');
  await site.clock.advance(limits.unsentScan);
  expect([site.wordsOf('Due'), site.resets, site.isUnsaved]).toEqual([
    'Not sent: the publisher locked this field.',
    ['Due'],
    false,
  ]);
});

test('a date whose digits are all taken back is no entry any more, and blocks nothing', async () => {
  const site = new TestControls();
  site.shown.set('Due', null);
  site.rules.begun(due);
  site.rules.begun(due);
  site.typing = { control: due, value: null };
  await site.clock.advance(limits.unsentScan);
  site.rules.pressed(run);
  await site.clock.advance(60_000);
  expect([site.sent, site.alerts, site.isUnsaved]).toEqual([['Run=clicked'], [], false]);
});

test('a date that was entered and is emptied by parts is sent as none, whatever is published', async () => {
  const site = new TestControls();
  site.shown.set('Due', null);
  site.rules.typed(due, '2026-12-24');
  site.rules.begun(due);
  site.rules.typed(due, null);
  site.rules.left('Due');
  await site.clock.advance(0);
  expect(site.sent).toEqual(['Due=null']);
});

test('Cancel has something to discard once a date of its group is begun, Submit has not', () => {
  const site = new TestControls();
  site.rules.begun(tagged(due));
  expect([site.rules.hasFor('cancel', 'order1'), site.rules.hasFor('submit', 'order1')]).toEqual([true, false]);
  site.rules.cancel('order1');
  expect(site.rules.hasFor('cancel', 'order1')).toBe(false);
});

test('a date that ends as it was, while its publisher changed it, is an entry', async () => {
  const site = new TestControls();
  site.shown.set('Due', '2026-12-24');
  site.rules.begun(due);
  site.shown.set('Due', '2026-12-31');
  site.rules.typed(due, '2026-12-24');
  site.rules.left('Due');
  await site.clock.advance(0);
  expect(site.sent).toEqual(['Due=2026-12-24']);
});
