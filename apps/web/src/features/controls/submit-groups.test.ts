import { lineDown, refuse } from '@sheetwire/client/test-line';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { comment, region, run, submit, TestControls, tagged } from './test-board.ts';

const isEnabled = (site: TestControls) => site.shown.get('groups') === 'true';

test('tagged controls are held until their Submit, which is enabled once a change is pending', async () => {
  const site = new TestControls();
  site.rules.chosen(tagged(region), 'South');
  site.rules.typed(tagged(comment), 'five years');
  expect([isEnabled(site), site.isUnsaved, site.marks.get('Region')]).toEqual([true, true, { kind: 'pending' }]);
  await site.clock.advance(10_000);
  expect(site.sent).toEqual([]);
  site.rules.submit('order1', submit);
  await site.clock.advance(0);
  expect(site.sent).toEqual(['Region=South', 'Comment=five years']);
  expect([isEnabled(site), site.isUnsaved]).toEqual([false, false]);
  await site.clock.advance(limits.refreshAfterUpdate);
  expect(site.refreshes).toBe(1);
});

test('a change that stays unsent is told in words after a second', async () => {
  const site = new TestControls();
  site.rules.typed(tagged(comment), 'a');
  await site.clock.advance(limits.idleEditNotice - 1);
  expect(site.wordsOf('Comment')).toBeUndefined();
  await site.clock.advance(1);
  expect(site.wordsOf('Comment')).toBe('Not sent yet. Press Submit or Cancel.');
});

test('the entries of a Submit go one after the other, then its own press', async () => {
  const site = new TestControls();
  const { promise, resolve } = Promise.withResolvers<{ updated: true }>();
  site.answer = ({ attributeVal }) => (attributeVal === 'Region' ? promise : { updated: true });
  site.rules.chosen(tagged(region), 'South');
  site.rules.typed(tagged(comment), 'text');
  site.rules.submit('order1', { ...submit, name: 'Place' });
  await site.clock.advance(0);
  expect(site.sent).toEqual(['Region=South']);
  resolve({ updated: true });
  await site.clock.advance(0);
  expect(site.sent).toEqual(['Region=South', 'Comment=text', 'Place=clicked']);
});

test('Cancel discards what is pending for its tag alone and refreshes the report', async () => {
  const site = new TestControls();
  site.rules.chosen(tagged(region), 'South');
  site.rules.chosen(tagged({ ...region, name: 'Other' }, 'order2'), 'x');
  site.rules.cancel('order1');
  await site.clock.advance(0);
  expect([site.resets, site.refreshes, isEnabled(site)]).toEqual([['Region'], 1, false]);
  expect(site.rules.hasFor('submit', 'order2')).toBe(true);
  site.rules.submit('order1', submit);
  await site.clock.advance(0);
  expect(site.sent).toEqual([]);
});

test('what the publisher did not confirm of a Submit stays pending with what comes after it', async () => {
  const site = new TestControls();
  site.answer = ({ attributeVal }) => ({ updated: attributeVal !== 'Comment' });
  for (const name of ['First', 'Comment', 'Last']) site.rules.typed(tagged({ ...comment, name }), name);
  site.rules.submit('order1', { ...submit, name: 'Place' });
  await site.clock.advance(0);
  expect(site.sent).toEqual(['First=First', 'Comment=Comment']);
  expect(site.alerts).toEqual(['update failed']);
  expect([isEnabled(site), site.resets]).toEqual([true, []]);
  site.answer = () => ({ updated: true });
  site.rules.submit('order1', { ...submit, name: 'Place' });
  await site.clock.advance(0);
  expect(site.sent.slice(2)).toEqual(['Comment=Comment', 'Last=Last', 'Place=clicked']);
});

test('what a Submit sent gives way to what is published, also where the page never said the same', async () => {
  const site = new TestControls();
  site.rules.chosen(tagged(region), 'South');
  site.rules.submit('order1', submit);
  site.rules.typed(comment, 'kept');
  await site.clock.advance(limits.controlAwaiting - 1);
  expect([site.rules.openValue('Region')?.value, site.resets]).toEqual(['South', []]);
  await site.clock.advance(limits.controlAwaiting);
  expect([site.rules.openValue('Region'), site.resets]).toEqual([undefined, ['Region', 'Comment']]);
});

test('what is entered anew after a Submit is kept', async () => {
  const site = new TestControls();
  site.rules.chosen(tagged(region), 'South');
  site.rules.submit('order1', submit);
  await site.clock.advance(0);
  site.rules.chosen(tagged(region), 'West');
  await site.clock.advance(2 * limits.controlAwaiting);
  expect([site.rules.openValue('Region')?.value, site.resets]).toEqual(['West', []]);
});

test('a server error within a Submit drops that entry and keeps those after it', async () => {
  const site = new TestControls();
  site.answer = ({ attributeVal }) =>
    attributeVal === 'First' ? refuse({ status: 500, code: 'internal', message: 'broke' }) : { updated: true };
  for (const name of ['First', 'Last']) site.rules.typed(tagged({ ...comment, name }), name);
  site.rules.submit('order1', submit);
  await site.clock.advance(0);
  expect([site.sent, site.resets]).toEqual([['First=First'], ['First']]);
  expect(site.rules.openValue('Last')?.value).toBe('Last');
  expect(isEnabled(site)).toBe(true);
});

test('a pending entry goes with its control', async () => {
  const site = new TestControls();
  site.rules.chosen(tagged(region), 'South');
  site.gone.add('Region');
  await site.clock.advance(limits.unsentScan);
  expect([isEnabled(site), site.isUnsaved]).toEqual([false, false]);
  expect(site.alerts).toEqual(['"South", not sent: the publisher removed this field.']);
});

test('what is pending when its user may no longer interact is told as not sent', async () => {
  const site = new TestControls();
  site.rules.chosen(tagged(region), 'South');
  site.rules.follow(undefined, 'ACME/RATES/DAILY');
  expect([site.wordsOf('Region'), site.resets]).toEqual([
    '"South", not sent: you can no longer interact with this report.',
    ['Region'],
  ]);
  await site.clock.advance(60_000);
  expect(site.sent).toEqual([]);
});

test('what is pending when its report may not even be viewed any more is told so, and not as a field that went', async () => {
  const site = new TestControls();
  site.rules.chosen(tagged(region), 'South');
  site.gone.add('Region');
  site.rules.follow(undefined, 'ACME/RATES/DAILY');
  await site.clock.advance(60_000);
  expect(site.alerts).toEqual(['"South", not sent: you can no longer interact with this report.']);
  expect([site.isUnsaved, site.sent]).toEqual([false, []]);
});

test('a Submit for which there is no room goes whole or not at all', async () => {
  const site = new TestControls();
  site.answer = () => lineDown();
  for (let n = 1; n < limits.controlsWaiting; n++) site.rules.chosen({ ...region, name: `C${n}` }, 'x');
  for (const name of ['First', 'Last']) site.rules.chosen(tagged({ ...region, name }), 'y');
  site.rules.submit('order1', submit);
  expect([site.alerts, isEnabled(site), site.resets]).toEqual([['Not sent: too many changes are waiting.'], true, []]);
  site.answer = () => ({ updated: true });
  await site.clock.advance(limits.controlRetry);
  expect(site.sent.some((each) => each.endsWith('=y'))).toBe(false);
  site.rules.submit('order1', submit);
  await site.clock.advance(0);
  expect(site.sent.slice(-2)).toEqual(['First=y', 'Last=y']);
});

test('a pending entry goes when its publisher closes the control', async () => {
  const site = new TestControls();
  site.rules.typed(tagged(comment), 'a');
  site.closed.add('Comment');
  await site.clock.advance(limits.unsentScan);
  expect([isEnabled(site), site.isUnsaved, site.resets]).toEqual([false, false, ['Comment']]);
  expect(site.wordsOf('Comment')).toBe('"a", not sent: the publisher locked this field.');
});

test('another tab discards what is pending and sends what is typed', async () => {
  const site = new TestControls();
  site.rules.chosen(tagged(region), 'South');
  site.rules.typed(comment, 'typed');
  expect(site.rules.leavePage()).toBe(true);
  await site.clock.advance(60_000);
  expect([site.sent, isEnabled(site), site.isUnsaved]).toEqual([['Comment=typed'], false, false]);
  expect(site.rules.leavePage()).toBe(false);
});

test('another report takes nothing over; what is on its way arrives with its own topic', async () => {
  const site = new TestControls();
  const topics: string[] = [];
  site.answer = ({ topic, attributeVal }) => {
    if (attributeVal !== '[IS_MID_EDIT]') topics.push(topic);
    return { updated: true };
  };
  site.rules.typed(comment, 'typed');
  site.rules.follow('ACME/RATES/OTHER');
  await site.clock.advance(0);
  expect(topics).toEqual(['ACME/RATES/DAILY']);
  expect([site.rules.openValue('Comment'), site.isUnsaved]).toEqual([undefined, false]);
  site.rules.pressed(run);
  await site.clock.advance(0);
  expect(topics).toEqual(['ACME/RATES/DAILY', 'ACME/RATES/OTHER']);
});

test('where nobody may interact nothing is taken', async () => {
  const site = new TestControls();
  site.rules.follow(undefined);
  site.rules.typed(comment, 'a');
  site.rules.chosen(region, 'South');
  site.rules.pressed(run);
  site.rules.entered();
  await site.clock.advance(60_000);
  expect([site.sent, site.told, site.isUnsaved]).toEqual([[], [], false]);
});
