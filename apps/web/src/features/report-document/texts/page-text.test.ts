import { OpMismatch } from '@sheetwire/page/op-mismatch';
import { applyOps, type PageBody } from '@sheetwire/page/ops';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chance, randomOps, randomPage } from '#features/report-document/harness/random-versions.ts';
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

test('a delta that did not fit is not forgotten by asking again', () => {
  const text = new PageText('Positions', body);
  text.push([0, 'c', 99_999_999, '2']);
  expect(() => text.body()).toThrow(OpMismatch);
  text.push([0, 'c', 0, '3']);
  expect(() => text.body()).toThrow(OpMismatch);
});

test('a style stays until another is said', () => {
  const text = new PageText('Positions', body);
  text.push([0, 'c', 0, '2', 0]);
  text.push([0, 'c', 0, '3']);
  expect(text.body().html).toContain('<td data-s="0">3</td>');
});

test('cells before and after a change of rows are each counted in their own rows', () => {
  const text = new PageText('Positions', body);
  text.push([0, 'c', 0, 'old']);
  text.push([0, 'r', 0, 0, '<tr><td>new</td></tr>']);
  text.push([0, 'c', 0, 'newer']);
  expect(text.body().html).toBe('<table><tbody><tr><td>newer</td></tr><tr><td>old</td></tr></tbody></table>');
});

test('rows that come and go carry along the cells that wait, and take theirs with them', () => {
  const text = new PageText('Positions', body);
  text.push([0, 'r', 1, 0, '<tr><td>2</td></tr><tr><td>3</td></tr>']);
  text.body();
  for (const number of [0, 1, 2]) text.push([0, 'c', number, `old ${number}`]);
  text.push([0, 'r', 1, 1, '']);
  text.push([0, 'r', 0, 0, '<tr><td>new</td></tr>']);
  text.push([0, 'c', 0, 'newer']);
  const rows = ['newer', 'old 0', 'old 2'].map((cell) => `<tr><td>${cell}</td></tr>`);
  expect(text.body().html).toBe(`<table><tbody>${rows.join('')}</tbody></table>`);
});

test('a row that is not there is a misfit, whatever comes after it', () => {
  const text = new PageText('Positions', body);
  text.push([0, 'r', 0, 0, '<tr><td>new</td></tr>']);
  text.body();
  text.push([0, 'r', 7, 1, '']);
  text.push([0, 'c', 0, '3']);
  expect(() => text.body()).toThrow(OpMismatch);
});

test('whenever it is asked for, a page is what its deltas one by one would make of it', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), (seed, asked) => {
      const below = chance(seed);
      let expected: PageBody = { html: randomPage(below), styles: ['color:red', 'font-weight:bold', ''] };
      const text = new PageText('Positions', expected);
      for (const isAsked of asked) {
        const ops = randomOps(expected, below);
        expected = applyOps([expected], ops)[0] ?? expected;
        for (const op of ops) text.push(op);
        if (isAsked) expect(text.body()).toEqual(expected);
      }
      expect(text.body()).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
