import { NetworkFailure } from '@sheetwire/client/failures';
import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test, vi } from 'vitest';
import { Polling } from './polling.ts';

const every = 400;
const nothing = (): void => undefined;

function build(ask: (nth: number) => Promise<void> = async () => undefined) {
  const clock = new TestClock();
  const page = { isHidden: false, tell: nothing };
  let count = 0;
  const signals: AbortSignal[] = [];
  const polling = new Polling({
    clock,
    every,
    isHidden: {
      subscribe(listener) {
        page.tell = listener;
        return () => {
          page.tell = nothing;
        };
      },
      getSnapshot: () => page.isHidden,
    },
    ask: (signal) => {
      signals.push(signal);
      return ask(++count);
    },
  });
  return { clock, polling, page, signals, count: () => count };
}

test('it asks at once and then again after each answer', async () => {
  const { clock, polling, count } = build();
  polling.start();
  await clock.advance(0);
  expect(count()).toBe(1);
  await clock.advance(3 * every);
  expect(count()).toBe(4);
});

test('a failure does not end it', async () => {
  const { clock, polling, count } = build(() => Promise.reject(new NetworkFailure(new Error('no line'))));
  polling.start();
  await clock.advance(2 * every);
  expect(count()).toBe(3);
});

test('a fault of the page is told, and does not end it either', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { clock, polling, count } = build((nth) =>
    nth === 2 ? Promise.reject(new TypeError('rows is undefined')) : Promise.resolve(),
  );
  polling.start();
  await clock.advance(2 * every);
  expect([count(), told.mock.calls.length]).toEqual([3, 1]);
  told.mockRestore();
});

test('a hidden page asks nothing and a page that shows again asks at once', async () => {
  const { clock, polling, page, count } = build();
  polling.start();
  page.isHidden = true;
  await clock.advance(10 * every);
  expect(count()).toBe(1);
  page.isHidden = false;
  page.tell();
  await clock.advance(0);
  expect(count()).toBe(2);
});

test('news while a question is under way lead to one more question', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { clock, polling, count } = build(() => promise);
  polling.start();
  polling.now();
  polling.now();
  await clock.advance(every);
  expect(count()).toBe(1);
  resolve();
  await clock.advance(0);
  expect(count()).toBe(2);
});

test('what takes too long is given up, and a page that is left asks nothing more', async () => {
  const { clock, polling, signals, count } = build(() => new Promise(() => undefined));
  polling.start();
  await clock.advance(limits.callAnswer);
  expect(signals[0]?.aborted).toBe(true);
  polling.stop();
  polling.now();
  await clock.advance(10 * every);
  expect(count()).toBe(1);
});
