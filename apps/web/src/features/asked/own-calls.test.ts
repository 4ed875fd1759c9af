import { CallError } from '@sheetwire/client/failures';
import { endSession } from '@sheetwire/contract/accounts/own';
import { expect, test } from 'vitest';
import { scriptedCalls } from '#lib/test-calls.ts';
import { ownCalls, unlessGone } from './own-calls.ts';

function build(answer: () => unknown) {
  const heard: string[] = [];
  const session = {
    expelled: async () => void heard.push('expelled'),
    lostLicense: () => void heard.push('license'),
  };
  const { call } = scriptedCalls({ endsession: answer });
  return { heard, call: ownCalls({ call, session }) };
}

function refusal(status: number, code: string): () => never {
  return () => {
    throw new CallError({ status, code, message: 'refused' });
  };
}

/** Whether a call answers at all, once everything that is due has run. */
async function settles(call: Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  const note = () => {
    isSettled = true;
  };
  call.then(note, note);
  await new Promise((resolve) => setImmediate(resolve));
  return isSettled;
}

test('an answer passes through', async () => {
  const { call, heard } = build(() => ({}));
  expect(await call(endSession, { id: 'one' })).toEqual({});
  expect(heard).toEqual([]);
});

test('a session that is over is told to the session, and the page waits to be left', async () => {
  const { call, heard } = build(refusal(401, 'not_signed_in'));
  expect(await settles(call(endSession, { id: 'one' }))).toBe(false);
  expect(heard).toEqual(['expelled']);
});

test('a lost seat is told to the session', async () => {
  const { call, heard } = build(refusal(403, 'no_license'));
  expect(await settles(call(endSession, { id: 'one' }))).toBe(false);
  expect(heard).toEqual(['license']);
});

test('any other refusal and a broken line are thrown', async () => {
  const refused = build(refusal(403, 'not_allowed'));
  await expect(refused.call(endSession, { id: 'one' })).rejects.toThrow('refused');
  const broken = build(() => {
    throw new Error('The server cannot be reached');
  });
  await expect(broken.call(endSession, { id: 'one' })).rejects.toThrow('The server cannot be reached');
  expect([...refused.heard, ...broken.heard]).toEqual([]);
});

test('what has ended already counts as ended, any other refusal does not', async () => {
  const gone = build(refusal(404, 'not_found'));
  await unlessGone(gone.call(endSession, { id: 'one' }));
  const refused = build(refusal(403, 'not_allowed'));
  await expect(unlessGone(refused.call(endSession, { id: 'one' }))).rejects.toThrow('refused');
});
