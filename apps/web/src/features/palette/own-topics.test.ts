import { createCaller } from '@sheetwire/client/caller';
import type { StreamListener, StreamState } from '@sheetwire/client/live-stream';
import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { OwnTopics } from './own-topics.ts';

const none = { added: [], removed: [] };

/** A server whose answers are given one by one, and a stream that says what it is told to. */
function open(user = 'DEMO/jane', line: StreamState = 'open') {
  const clock = new TestClock();
  const asked: ((body: object, status?: number) => void)[] = [];
  const fetch = (_: unknown, { signal }: RequestInit = {}) =>
    new Promise<Response>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      asked.push((body, status = 200) => resolve(Response.json(body, { status })));
    });
  const listeners = new Set<StreamListener>();
  const subscribe = (listener: StreamListener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  let others = 0;
  const call = createCaller({ baseUrl: 'http://portal.example', fetch });
  const topics = new OwnTopics({
    ...{ call, clock, user, isMobile: false },
    live: { subscribe, state: line },
    onOtherUser: () => others++,
  });
  const stop = topics.start();
  const hear = (name: 'topics' | 'gap') => {
    for (const listener of listeners) {
      if (name === 'gap') listener.onGap();
      else listener.onEvent({ name, data: none });
    }
  };
  const state = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return topics.store.getState();
  };
  const answer = (n: number, list: readonly string[], of = user) =>
    asked[n]?.({ user: of, sameNumTopics: false, entities: [], groups: [], topics: list });
  return { clock, asked, answer, hear, state, stop, listeners, others: () => others };
}

test('the topics are asked for at once, and again when the stream says that they changed or left something out', async () => {
  const { asked, answer, hear, state } = open();
  expect(await state()).toEqual({ state: 'loading' });
  answer(0, ['DEMO/DESK/DAILY', 'DEMO/DESK/GONE']);
  expect(await state()).toEqual({ state: 'known', topics: ['DEMO/DESK/DAILY', 'DEMO/DESK/GONE'] });
  hear('topics');
  answer(1, ['DEMO/DESK/DAILY']);
  expect(await state()).toEqual({ state: 'known', topics: ['DEMO/DESK/DAILY'] });
  hear('gap');
  expect(asked).toHaveLength(3);
});

test('without a stream the topics are asked for again every 10 s, until the palette closes', async () => {
  const { asked, clock, stop } = open('DEMO/jane', 'unavailable');
  await clock.advance(2 * limits.topicRefresh.desktop);
  expect(asked).toHaveLength(3);
  stop();
  await clock.advance(limits.topicRefresh.desktop);
  expect(asked).toHaveLength(3);
});

test('with a stream nobody asks again without news', async () => {
  const { asked, clock } = open();
  await clock.advance(5 * limits.topicRefresh.desktop);
  expect(asked).toHaveLength(1);
});

test('an answer that is older than a change does not count', async () => {
  const { answer, hear, state } = open();
  hear('topics');
  answer(0, ['DEMO/DESK/GONE']);
  expect(await state()).toEqual({ state: 'loading' });
  answer(1, []);
  expect(await state()).toEqual({ state: 'known', topics: [] });
});

test('the list of another user is told of and not shown', async () => {
  const { answer, state, others } = open();
  answer(0, ['DEMO/DESK/SECRET'], 'DEMO/eve');
  expect([await state(), others()]).toEqual([{ state: 'loading' }, 1]);
});

test('a failure is told in words', async () => {
  const { asked, state } = open();
  asked[0]?.({ error: { code: 'unavailable', message: 'The store cannot be read' } }, 503);
  expect(await state()).toEqual({ state: 'failed', words: 'The store cannot be read' });
});

test('a failure takes no topics away, and is asked about again with a stream too', async () => {
  const { asked, answer, state, hear, clock } = open();
  answer(0, ['DEMO/DESK/DAILY']);
  await state();
  hear('topics');
  asked[1]?.({ error: { code: 'unavailable', message: 'The store cannot be read' } }, 503);
  expect(await state()).toEqual({ state: 'known', topics: ['DEMO/DESK/DAILY'] });
  await clock.advance(limits.topicRefresh.desktop);
  answer(2, ['DEMO/DESK/NEW']);
  expect(await state()).toEqual({ state: 'known', topics: ['DEMO/DESK/NEW'] });
  await clock.advance(5 * limits.topicRefresh.desktop);
  expect(asked).toHaveLength(3);
});

test('once stopped it hears and shows nothing more', async () => {
  const { answer, state, stop, listeners } = open();
  stop();
  answer(0, ['DEMO/DESK/DAILY']);
  expect([await state(), listeners.size]).toEqual([{ state: 'loading' }, 0]);
});
