import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { FigureKeys } from './figure-keys.ts';

const [first, second] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];

test('a seal is good for its text alone, on every server that has the key', () => {
  const seal = new FigureKeys(first).seal('1,234.57');
  const other = new FigureKeys(first);
  expect(other.check('1,234.57', seal)).toBe('good');
  expect(other.check('1,234.58', seal)).toBe('broken');
  for (const spoilt of [seal.slice(0, -2), `${seal}A`, `${seal.slice(0, -3)}AAA`, seal.replace(/\..*/, '.')]) {
    expect([spoilt, other.check('1,234.57', spoilt)]).toEqual([spoilt, 'broken']);
  }
});

test('what an old key sealed is checked for as long as the server is given that key', () => {
  const seal = new FigureKeys(first).seal('text');
  expect(new FigureKeys(second).check('text', seal)).toBe('other key');
  expect(new FigureKeys(second, [first]).check('text', seal)).toBe('good');
  expect(new FigureKeys(second, [first]).check('texts', seal)).toBe('broken');
  expect(new FigureKeys(second, [first]).seal('text')).toBe(new FigureKeys(second).seal('text'));
  expect(new FigureKeys(first).check('text', '')).toBe('other key');
});

test('what the server says of a version is checked with its public key, by anybody', () => {
  const { publicKey, signature, key } = new FigureKeys(first).sign('the words');
  const known = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const isSigned = (words: string) => verify(null, Buffer.from(words), known, Buffer.from(signature, 'base64'));
  expect([isSigned('the words'), isSigned('other words')]).toEqual([true, false]);
  expect(new FigureKeys(first).sign('the words')).toEqual({ publicKey, signature, key });
  expect(new FigureKeys(second).sign('the words').key).not.toBe(key);
});
