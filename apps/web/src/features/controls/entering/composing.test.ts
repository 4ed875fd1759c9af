import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { comment, TestControls } from '../test-board.ts';
import { composesEveryWord } from './composing.ts';

test('what was typed before an input method began to put characters together waits until it has done so', async () => {
  const site = new TestControls();
  site.rules.typed(comment, 'a');
  site.unfinished.add('Comment');
  await site.clock.advance(20 * limits.typingPause);
  expect([site.sent, site.rules.openValue('Comment')?.value, site.isUnsaved]).toEqual([[], 'a', true]);
  site.unfinished.delete('Comment');
  site.rules.typed(comment, 'a日');
  await site.clock.advance(limits.typingPause - 1);
  expect(site.sent).toEqual([]);
  await site.clock.advance(1);
  expect(site.sent).toEqual(['Comment=a日']);
});

test('what was typed before goes out as it was once the input method is left without a word, or its text goes', async () => {
  const site = new TestControls();
  site.rules.typed(comment, 'a');
  site.unfinished.add('Comment');
  await site.clock.advance(20 * limits.typingPause);
  site.unfinished.delete('Comment');
  await site.clock.advance(limits.typingPause);
  expect(site.sent).toEqual(['Comment=a']);
});

test('a keyboard that puts every word together holds no word back', () => {
  expect(composesEveryWord('Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0')).toBe(true);
  expect(composesEveryWord('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15')).toBe(false);
});
