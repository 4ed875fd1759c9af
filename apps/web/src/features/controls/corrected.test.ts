import { refuse } from '@sheetwire/client/test-line';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { comment, run, TestControls } from './test-board.ts';

/** A text that its publisher refuses, already for so long. */
async function refusedFor(ms: number): Promise<TestControls> {
  const site = new TestControls();
  site.answer = ({ controlVal }) =>
    controlVal === '99' ? { updated: false, message: 'Too large' } : { updated: true };
  site.rules.typed(comment, '99');
  await site.clock.advance(limits.typingPause + ms);
  expect(site.wordsOf('Comment')).toBe('"99", refused: Too large. Trying again.');
  return site;
}

test('a corrected text goes out at once on Enter, however long the refused one still rests', async () => {
  const site = await refusedFor(12_000);
  const { length } = site.sent;
  site.rules.typed(comment, '5');
  site.rules.flush('Comment');
  expect(site.marks.get('Comment')?.kind).toBe('sending');
  await site.clock.advance(0);
  expect([site.sent.slice(length), site.wordsOf('Comment')]).toEqual([['Comment=5'], 'Saved']);
  await site.clock.advance(limits.controlUnconfirmed.most);
  expect(site.sent.slice(length)).toEqual(['Comment=5']);
});

test('a corrected text that is refused too is tried again as soon as a first one', async () => {
  const site = await refusedFor(12_000);
  site.answer = () => ({ updated: false });
  const { length } = site.sent;
  site.rules.typed(comment, '98');
  site.rules.flush('Comment');
  await site.clock.advance(limits.controlUnconfirmed.first);
  expect(site.sent.slice(length)).toEqual(['Comment=98', 'Comment=98']);
});

test('a corrected text does not stand beside the refusal of the one that is under way again', async () => {
  const site = await refusedFor(0);
  const { promise, resolve } = Promise.withResolvers<{ updated: false; message: string }>();
  site.answer = ({ controlVal }) => (controlVal === '99' ? promise : { updated: true });
  await site.clock.advance(limits.controlUnconfirmed.most);
  site.rules.typed(comment, '5');
  site.rules.flush('Comment');
  expect(site.marks.get('Comment')).toEqual({ kind: 'sending' });
  // Nothing that was refused stands there to be dismissed.
  site.rules.dismiss('Comment');
  resolve({ updated: false, message: 'Too large' });
  await site.clock.advance(0);
  expect([site.sent.at(-1), site.wordsOf('Comment')]).toEqual(['Comment=5', 'Saved']);
});

test('a text that was corrected after a press does not wait for the refused one, which held the press back', async () => {
  const site = new TestControls();
  const { promise, resolve } = Promise.withResolvers<{ updated: false }>();
  site.answer = ({ controlVal }) => (controlVal === '99' ? promise : { updated: true });
  site.rules.typed(comment, '99');
  site.rules.pressed(run);
  site.rules.typed(comment, '5');
  site.rules.flush('Comment');
  resolve({ updated: false });
  await site.clock.advance(0);
  expect([site.sent, site.wordsOf('Comment'), site.wordsOf('Run')]).toEqual([
    ['Comment=99', 'Comment=5'],
    'Saved',
    'Not sent: an earlier change failed.',
  ]);
});

test('where the server asked for patience, a corrected text is patient too', async () => {
  const site = new TestControls();
  site.answer = () => refuse({ status: 429, code: 'too_many', message: 'Slow down', retryAfter: 3000 });
  site.rules.typed(comment, '99');
  site.rules.flush('Comment');
  await site.clock.advance(0);
  site.answer = () => ({ updated: true });
  site.rules.typed(comment, '5');
  site.rules.flush('Comment');
  await site.clock.advance(2999);
  expect([site.sent, site.wordsOf('Comment')]).toEqual([
    ['Comment=99'],
    'Not saved yet: the server is busy. Trying again.',
  ]);
  await site.clock.advance(1);
  expect([site.sent, site.wordsOf('Comment')]).toEqual([['Comment=99', 'Comment=5'], 'Saved']);
});

test('each entry that is not confirmed is told, and its retries are not', async () => {
  const site = new TestControls();
  site.answer = () => ({ updated: false });
  site.rules.typed(comment, 'A');
  await site.clock.advance(20_000);
  site.rules.dismiss('Comment');
  await site.clock.advance(3_600_000);
  expect(site.alerts).toEqual(['update failed']);
  site.rules.typed({ ...comment, name: 'Note' }, 'B');
  await site.clock.advance(20_000);
  expect(site.alerts).toEqual(['update failed', 'update failed']);
});
