import type { Caller } from '@sheetwire/client/caller';
import { CallError } from '@sheetwire/client/failures';
import { logout } from '@sheetwire/contract/accounts';
import { expect, test } from 'vitest';
import { errorText, watched } from './api.ts';
import { scriptedCalls } from './test-calls.ts';

const refused: Caller = () => Promise.reject(new Error('The server said no'));
const { call: answered } = scriptedCalls({ logout: () => ({}) });

test('a failure disconnects and the next success connects', async () => {
  const noted: boolean[] = [];
  const note = (isConnected: boolean) => void noted.push(isConnected);
  await expect(watched(refused, note)(logout, {})).rejects.toThrow('The server said no');
  await watched(answered, note)(logout, {});
  expect(noted).toEqual([false, true]);
});

test('a call that the page itself gave up says nothing about the line', async () => {
  const noted: boolean[] = [];
  const signal = AbortSignal.abort();
  await watched(refused, (is) => void noted.push(is))(logout, {}, { signal }).catch(() => undefined);
  expect(noted).toEqual([]);
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
