import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { Proof } from './proof.ts';

const line = { hasStream: true, losses: 0 };

function proven(askedAt: number): Proof {
  const proof = new Proof();
  proof.told(7, 7, { askedAt, losses: 0 });
  return proof;
}

test('a word of the server holds while the stream that was open goes on', () => {
  expect(proven(0).holds(10 * limits.pollTruth, line)).toBe(true);
});

test('a stream that opens proves nothing of a word that had aged', () => {
  const proof = proven(0);
  const now = limits.pollTruth + 1;
  expect(proof.opened(now, 0)).toBe(false);
  expect(proof.holds(now, line)).toBe(false);
  proof.told(7, 7, { askedAt: now, losses: 0 });
  expect(proof.holds(now, line)).toBe(true);
});

test('a fresh word stands when the stream opens', () => {
  const proof = proven(0);
  expect(proof.opened(limits.pollTruth, 0)).toBe(true);
  expect(proof.holds(10 * limits.pollTruth, line)).toBe(true);
});

test('a line that opens after a loss does not renew what was said before it', () => {
  const proof = proven(0);
  expect(proof.opened(1, 1)).toBe(false);
  expect(proof.holds(1, { hasStream: true, losses: 1 })).toBe(false);
});
