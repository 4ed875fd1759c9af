import type { Caller } from '@sheetwire/client/caller';
import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import { TestClock } from '@sheetwire/client/test-clock';
import { logout } from '@sheetwire/contract/accounts';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { type CallNotes, deedText, errorText, watched } from './api.ts';
import { giveUpLate } from './give-up-late.ts';
import { scriptedCalls } from './test-calls.ts';

const refused: Caller = () => Promise.reject(new Error('The server said no'));
const unanswered: Caller = (_, __, options) =>
  new Promise((_resolve, reject) => {
    options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
  });
const { call: answered } = scriptedCalls({ logout: () => ({}) });

function noting(clock = new TestClock()) {
  const noted: (boolean | number)[] = [];
  const notes: CallNotes = {
    now: () => clock.now(),
    note: (isConnected) => void noted.push(isConnected),
    noteLate: (askedAt) => void noted.push(askedAt),
  };
  return { noted, notes };
}

test('a failure disconnects and the next success connects', async () => {
  const { noted, notes } = noting();
  await expect(watched(refused, notes)(logout, {})).rejects.toThrow('The server said no');
  await watched(answered, notes)(logout, {});
  expect(noted).toEqual([false, true]);
});

test('a call that the page itself gave up says nothing about the line', async () => {
  const { noted, notes } = noting();
  const signal = AbortSignal.abort();
  await watched(refused, notes)(logout, {}, { signal }).catch(() => undefined);
  expect(noted).toEqual([]);
});

test('a call that got no answer in time is told with the moment that it was made', async () => {
  const clock = new TestClock(7000);
  const { noted, notes } = noting(clock);
  const call = new AbortController();
  giveUpLate(call, clock);
  const { signal } = call;
  const made = watched(unanswered, notes)(logout, {}, { signal });
  const ended = expect(made).rejects.toThrow('The server cannot be reached');
  await clock.advance(limits.callAnswer);
  await ended;
  expect(noted).toEqual([7000]);
});

test('an error without words is named', () => {
  expect(errorText(new Error('Too many requests'))).toBe('Too many requests');
  expect(errorText(undefined)).toBe('The server cannot be reached');
});

test('a call that failed on the server is told with what its log knows the call by', () => {
  const refusal = { status: 500, code: 'failed', message: 'Something went wrong' };
  expect(errorText(new CallError(refusal))).toBe('Something went wrong');
  expect(errorText(new CallError({ ...refusal, requestId: '8f3a01bc-2z' }))).toBe(
    'Something went wrong. If this continues, give your administrator this request ID: 8f3a01bc-2z',
  );
});

test('what was to be done and got no response is told as not known, a refusal by its own words', () => {
  expect(deedText(new NetworkFailure(new Error('late')))).toContain('it is not known whether this was done');
  expect(deedText(new Error('Too many requests'))).toBe('Too many requests');
});
