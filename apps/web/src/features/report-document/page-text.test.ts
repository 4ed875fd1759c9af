import { OpMismatch } from '@sheetwire/page/ops';
import { expect, test } from 'vitest';
import { PageText } from './page-text.ts';

const body = { html: '<table><tbody><tr><td>1</td></tr></tbody></table>', styles: ['color:red'] };

test('a page is what its deltas made of it', () => {
  const text = new PageText('Positions', body);
  text.push([3, 'c', 0, '2']);
  text.push([3, 's', 1, 'color:blue']);
  expect(text.body()).toEqual({ html: body.html.replace('>1<', '>2<'), styles: ['color:red', 'color:blue'] });
});

test('a replaced page forgets the cells before it and keeps its styles', () => {
  const text = new PageText('Positions', body);
  text.push([0, 's', 1, 'color:blue']);
  text.push([0, 'c', 0, '2']);
  text.push([0, 'p', '<p></p>']);
  expect(text.body()).toEqual({ html: '<p></p>', styles: ['color:red', 'color:blue'] });
});

test('many deltas are folded without being asked for', () => {
  const text = new PageText('Positions', body);
  for (let n = 0; n < 10_000; n++) text.push([0, 'c', 0, String(n)]);
  expect(text.body().html).toContain('>9999<');
});

test('a delta that does not fit shows when the page is asked for', () => {
  const text = new PageText('Positions', body);
  text.push([0, 'c', 7, '2']);
  expect(() => text.body()).toThrow(OpMismatch);
});
