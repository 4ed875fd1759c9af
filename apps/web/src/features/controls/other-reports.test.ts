import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { comment, region, run, submit, TestControls, tagged } from './test-board.ts';

const [one, other] = ['ACME/RATES/DAILY', 'ACME/RATES/OTHER'];

/** A text of one report that its publisher does not confirm, sent again for good, while another report is shown. */
async function withUnconfirmed(message?: string): Promise<TestControls> {
  const site = new TestControls();
  site.answer = ({ topic }) => (topic === one ? { updated: false, ...(message && { message }) } : { updated: true });
  site.rules.typed(comment, 'stuck');
  await site.clock.advance(limits.typingPause);
  site.rules.follow(other);
  return site;
}

const isOfOther = (sent: string) => !sent.startsWith('Comment=stuck');

test('what one report does not confirm holds up no press and no Submit of another', async () => {
  const site = await withUnconfirmed();
  site.rules.pressed(run);
  await site.clock.advance(0);
  expect([site.sent.filter(isOfOther), site.wordsOf('Run')]).toEqual([['Run=clicked'], 'Done']);
  site.rules.typed(tagged(comment), 'new');
  site.rules.submit('order1', { ...submit, name: 'Place' });
  await site.clock.advance(0);
  expect(site.sent.filter(isOfOther)).toEqual(['Run=clicked', 'Comment=new', 'Place=clicked']);
});

test('a press that waits for its own report is not held back when another report does not confirm something', async () => {
  const site = await withUnconfirmed();
  const { promise, resolve } = Promise.withResolvers<{ updated: true }>();
  site.answer = ({ topic, attributeVal }) => {
    if (topic === one) return { updated: false };
    return attributeVal === 'Region' ? promise : { updated: true };
  };
  site.rules.chosen(region, 'South');
  site.rules.pressed(run);
  await site.clock.advance(2 * limits.controlUnconfirmed.most);
  expect(site.sent.filter(isOfOther)).toEqual(['Region=South']);
  resolve({ updated: true });
  await site.clock.advance(0);
  expect([site.sent.filter(isOfOther), site.wordsOf('Run')]).toEqual([['Region=South', 'Run=clicked'], 'Done']);
});

test('a newer choice takes the place of one that waits, whatever was pressed in another report', async () => {
  const site = new TestControls();
  const { promise, resolve } = Promise.withResolvers<{ updated: true }>();
  site.answer = () => promise;
  site.rules.chosen(region, 'North');
  site.rules.chosen(region, 'South');
  site.rules.follow(other);
  site.rules.pressed(run);
  site.rules.follow(one);
  site.rules.chosen(region, 'East');
  resolve({ updated: true });
  await site.clock.advance(0);
  expect(site.sent).toEqual(['Region=North', 'Run=clicked', 'Region=East']);
});

test('what is still on its way stands in its report again when that is shown again, and says how it stands', async () => {
  const site = await withUnconfirmed();
  expect(site.wordsOf('Comment')).toBeUndefined();
  site.rules.follow(one);
  expect([site.rules.openValue('Comment')?.value, site.wordsOf('Comment')]).toEqual([
    'stuck',
    'Not saved yet: the publisher has not confirmed it. Trying again.',
  ]);
  site.answer = () => ({ updated: true });
  await site.clock.advance(limits.controlUnconfirmed.most);
  expect([site.rules.openValue('Comment'), site.wordsOf('Comment'), site.isUnsaved]).toEqual([
    ...[undefined, undefined, false],
  ]);
});

test('what its publisher refuses can be given up after another report was shown', async () => {
  const site = await withUnconfirmed('No words');
  site.rules.follow(one);
  expect(site.wordsOf('Comment')).toBe('"stuck", refused: No words. Trying again.');
  site.rules.dismiss('Comment');
  const { length } = site.sent;
  await site.clock.advance(2 * limits.controlUnconfirmed.most);
  expect([site.sent.length, site.isUnsaved, site.wordsOf('Comment')]).toEqual([length, false, undefined]);
});
