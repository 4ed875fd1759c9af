import { expect, test } from 'vitest';
import { SmallPieces } from './small-pieces.ts';

/** What is handed on of pieces of these lengths; each byte tells its place. */
function handedOn(lengths: readonly number[]) {
  const taken: Buffer[] = [];
  const pieces = new SmallPieces({ add: (chunk) => taken.push(chunk) });
  let at = 0;
  for (const length of lengths) pieces.add(Buffer.from(Array.from({ length }, () => at++ % 251)));
  pieces.handOn();
  const all = Buffer.concat(taken);
  expect(all).toEqual(Buffer.from(Array.from({ length: at }, (_, n) => n % 251)));
  return taken;
}

test('a body that comes byte by byte is handed on in few pieces', () => {
  expect(handedOn(Array.from({ length: 100_000 }, () => 1)).length).toBeLessThan(10);
});

test('the first piece and long ones are handed on as they are', () => {
  expect(handedOn([5]).map(({ length }) => length)).toEqual([5]);
  expect(handedOn([5, 2000, 3, 3, 3000, 7]).map(({ length }) => length)).toEqual([5, 2000, 6, 3000, 7]);
});

test('short pieces between long ones take no room of their own', () => {
  const taken = handedOn(Array.from({ length: 2000 }, (_, n) => (n % 2 === 0 ? 1024 : 1)));
  expect(new Set(taken.filter(({ length }) => length === 1).map(({ buffer }) => buffer)).size).toBeLessThan(3);
});
