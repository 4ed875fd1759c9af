import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import type { RenderedPage } from './page-changes.ts';
import { withStableStyles } from './stable-styles.ts';

function page(styles: readonly string[], ...cells: readonly string[]): RenderedPage {
  const html = cells.map((cell, n) => `<td data-cell="A${n + 1}"${cell}</td>`).join('');
  return { name: 'Sales', html: `<table><tbody><tr>${html}</tr></tbody></table>`, styles };
}

test('a look that comes first on the page gets the number behind those that are known', () => {
  const before = page(['a:b', 'c:d'], ' data-s="0">1', ' data-s="1">2', '>3');
  const after = page(['new:x', 'a:b', 'c:d'], ' data-s="0">1', ' data-s="1">2', ' data-s="2"> data-s="0"');
  expect(withStableStyles(after, before)).toEqual(
    page(['a:b', 'c:d', 'new:x'], ' data-s="2">1', ' data-s="0">2', ' data-s="1"> data-s="0"'),
  );
});

test('a look that is no longer used keeps its number for when it comes back', () => {
  const before = page(['a:b', 'c:d'], ' data-s="0">1', ' data-s="1">2');
  expect(withStableStyles(page(['c:d'], ' data-s="0">1', ' data-s="0">2'), before)).toEqual(
    page(['a:b', 'c:d'], ' data-s="1">1', ' data-s="1">2'),
  );
});

test('a list that grew stays as it is, and one that would grow too long begins anew', () => {
  const after = page(['a:b', 'c:d'], ' data-s="1">1');
  expect(withStableStyles(after, undefined)).toBe(after);
  expect(withStableStyles(after, page(['a:b'], '>1'))).toBe(after);
  const many = Array.from({ length: limits.maxStyles }, (_, n) => `width:${n}px`);
  expect(withStableStyles(after, page(many, '>1'))).toBe(after);
});

test('a page with a table within a cell stays as it is', () => {
  const after = page(['c:d'], ' data-s="0"><table></table>');
  expect(withStableStyles(after, page(['a:b'], '>1'))).toBe(after);
});
