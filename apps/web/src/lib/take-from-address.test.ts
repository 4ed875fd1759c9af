import { expect, test } from 'vitest';
import { takeFromAddress } from './take-from-address.ts';

function bar(href: string) {
  const replaced: string[] = [];
  return { bar: { href, replace: (path: string) => void replaced.push(path) }, replaced };
}

test('the key of a link leaves the address and the rest stays', () => {
  const { bar: first, replaced } = bar('https://portal.example/setpassword?key=abc&x=1#top');
  expect(takeFromAddress(first, '/setpassword', 'key')).toBe('abc');
  expect(replaced).toEqual(['/setpassword?x=1#top']);
});

test('it is taken under /remote and with a last slash too', () => {
  const { bar: first, replaced } = bar('https://portal.example/remote/setpassword/?key=abc');
  expect(takeFromAddress(first, '/setpassword', 'key')).toBe('abc');
  expect(replaced).toEqual(['/remote/setpassword/']);
});

test('another page keeps a parameter of the same name', () => {
  const { bar: first, replaced } = bar('https://portal.example/ACME/RATES/DAILY?key=abc');
  expect(takeFromAddress(first, '/setpassword', 'key')).toBeUndefined();
  expect(replaced).toEqual([]);
});
