import { gzipSync } from 'node:zlib';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { CleanRefusal } from '../clean/refusal.ts';
import { decodePage, encodePage } from './decode.ts';

const MiB = 1024 * 1024;
function refusalOf(text: string, cap = limits.maxReport): string {
  try {
    decodePage(text, cap);
  } catch (error) {
    return error instanceof CleanRefusal ? error.code : String(error);
  }
  return 'nothing';
}

test('a packed page begins with H4 and unpacks to itself', () => {
  const html = '<p>é €  \ufeff</p>';
  expect(encodePage(html)).toMatch(/^H4sI/);
  expect(decodePage(encodePage(html), 100)).toBe(html);
});

test('a page that is not packed is as it is, also when it begins with H4', () => {
  expect(decodePage('<p>x', 100)).toBe('<p>x');
  expect(decodePage('H4 is a cell', 100)).toBe('H4 is a cell');
});

test.each([
  ['base64 with a foreign sign', `${encodePage('<p>x')}*`],
  ['base64 cut short', encodePage('<p>x').slice(0, -3)],
  ['gzip cut short', Buffer.from(gzipSync('<p>x').subarray(0, 16)).toString('base64')],
  ['text alone', 'H4sIhello'],
  ['bytes that are not UTF-8', gzipSync(Buffer.from([0xff, 0xfe, 0x41])).toString('base64')],
  ['a page packed twice', encodePage(encodePage('<p>x'))],
])('%s is refused', (_, text) => {
  expect(refusalOf(text)).toBe('page_undecodable');
});

test('a page beyond the cap is refused, packed or not', () => {
  expect(refusalOf('é'.repeat(60), 100)).toBe('too_large');
  expect(refusalOf(encodePage('x'.repeat(101)), 100)).toBe('too_large');
  expect(refusalOf(encodePage('x'.repeat(100)), 100)).toBe('nothing');
});

test('a page that grows too many times is refused before it is unpacked whole', () => {
  expect(refusalOf(encodePage('x'.repeat(10 * MiB)))).toBe('too_large');
  expect(refusalOf(encodePage('x'.repeat(3 * MiB)))).toBe('nothing');
});
