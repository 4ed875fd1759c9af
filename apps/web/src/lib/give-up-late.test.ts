import type { Caller } from '@sheetwire/client/caller';
import { NetworkFailure } from '@sheetwire/client/failures';
import { TestClock } from '@sheetwire/client/test-clock';
import { logout } from '@sheetwire/contract/accounts';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { watched } from './api.ts';
import { bounded } from './give-up-late.ts';
import { scriptedCalls } from './test-calls.ts';

/** A server that accepts every call and answers none; what each call ends with is its signal's reason. */
function silent() {
  const signals: (AbortSignal | undefined)[] = [];
  const call: Caller = (_, __, { signal } = {}) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => {
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  };
  return { call, signals };
}

test('a call that nothing answers is given up after a minute, as one of which nobody knows what came', async () => {
  const clock = new TestClock(5000);
  const late: number[] = [];
  const notes = { now: () => clock.now(), note: () => undefined, noteLate: (at: number) => void late.push(at) };
  let ended: unknown;
  bounded(watched(silent().call, notes), clock)(logout, {}).catch((error: unknown) => {
    ended = error;
  });
  await clock.advance(limits.longAnswer - 1);
  expect(ended).toBeUndefined();
  await clock.advance(1);
  expect(ended).toBeInstanceOf(NetworkFailure);
  expect(late).toEqual([5000]);
});

test('who asked may give a call up sooner, for a reason of their own', async () => {
  const call = bounded(silent().call, new TestClock());
  const round = new AbortController();
  const asked = call(logout, {}, { signal: round.signal });
  round.abort(new Error('left'));
  await expect(asked).rejects.toThrow('left');
  await expect(call(logout, {}, { signal: round.signal })).rejects.toThrow('left');
});

test('what takes the server long may be given longer', async () => {
  const clock = new TestClock();
  let ended = false;
  const asked = bounded(silent().call, clock)(logout, {}, { within: 2 * limits.longAnswer });
  asked.catch(() => {
    ended = true;
  });
  await clock.advance(2 * limits.longAnswer - 1);
  expect(ended).toBe(false);
  await clock.advance(1);
  expect(ended).toBe(true);
});

test('a call that is answered is given up no more', async () => {
  const clock = new TestClock();
  const signals: (AbortSignal | undefined)[] = [];
  const { call } = scriptedCalls({ logout: () => ({}) });
  const noting: Caller = (definition, input, options) => {
    signals.push(options?.signal);
    return call(definition, input, options);
  };
  const round = new AbortController();
  await bounded(noting, clock)(logout, {}, { signal: round.signal });
  await clock.advance(limits.longAnswer);
  round.abort();
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
});
