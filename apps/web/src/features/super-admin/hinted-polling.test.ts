import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { type Hint, HintedPolling } from './hinted-polling.ts';
import { testPlace } from './test-place.ts';

function polling(isMobile = false) {
  const hints: Hint[] = [];
  const { clock, place, stream } = testPlace({ isMobile });
  const polling = new HintedPolling({ ...place, ask: async (_, hint) => void hints.push(hint) });
  polling.start();
  return { hints, clock, stream, polling };
}

test.each([
  ['a desk asks every 400 ms', false, 400],
  ['a phone asks every 4 s', true, 4000],
])('%s', async (_, isMobile, every) => {
  const { hints, clock } = polling(isMobile);
  await clock.advance(every - 1);
  expect(hints).toHaveLength(1);
  await clock.advance(1);
  expect(hints).toHaveLength(2);
});

test('a hint of the stream is followed at once, and only once', async () => {
  const { hints, clock, stream } = polling();
  await clock.advance(0);
  stream.becomes('open');
  stream.tell({ name: 'admin', data: { kind: 'users' } });
  await clock.advance(0);
  expect(hints).toEqual(['blind', 'told']);
  await clock.advance(limits.usersPoll.desktop);
  expect(hints.at(-1)).toBe('quiet');
});

test('a hint whose question failed is followed by the next question', async () => {
  const { clock, place, stream } = testPlace();
  const hints: Hint[] = [];
  const failing = new HintedPolling({
    ...place,
    ask: async (_, hint) => {
      hints.push(hint);
      if (hints.length === 2) throw new Error('The server cannot be reached');
    },
  });
  failing.start();
  await clock.advance(0);
  stream.becomes('open');
  stream.tell({ name: 'admin', data: { kind: 'users' } });
  await clock.advance(limits.usersPoll.desktop);
  expect(hints).toEqual(['blind', 'told', 'told']);
});

test('what is stopped asks no more and hears no more', async () => {
  const { hints, clock, stream, polling: stopped } = polling();
  await clock.advance(0);
  stopped.stop();
  stream.tell({ name: 'admin', data: { kind: 'users' } });
  await clock.advance(10 * limits.usersPoll.desktop);
  expect(hints).toHaveLength(1);
});
