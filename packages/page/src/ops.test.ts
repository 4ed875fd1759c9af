import { describe, expect, test } from 'vitest';
import { OpMismatch } from './op-mismatch.ts';
import { applyOps } from './ops.ts';

const html =
  '<table><thead><tr><th data-cell="A1">Name</th></tr></thead><tbody><tr><td data-s="2">1</td></tr></tbody></table>';
const page = { html, styles: ['color:red'] };
const after = (...ops: Parameters<typeof applyOps>[1]) => applyOps([page], ops)[0];

describe('a delta', () => {
  test('sets cells and their styles', () => {
    expect(after([0, 'c', 1, '2', 4])?.html).toContain('<td data-s="4">2</td>');
  });
  test('puts rows before the row that stands there, in its section', () => {
    expect(after([0, 'r', 1, 0, '<tr></tr>'])?.html).toContain('<tbody><tr></tr><tr><td');
  });
  test('puts rows after the last when there are no more', () => {
    expect(after([0, 'r', 2, 0, '<tr></tr>'])?.html).toContain('</td></tr><tr></tr></tbody>');
  });
  test('replaces rows', () => {
    expect(after([0, 'r', 1, 1, '<tr></tr>'])?.html).toContain('<tbody><tr></tr></tbody>');
  });
  test('adds styles and replaces pages', () => {
    expect(after([0, 's', 1, 'color:blue'], [0, 'p', '<p></p>'])).toEqual({
      html: '<p></p>',
      styles: ['color:red', 'color:blue'],
    });
  });
  test.each([[[0, 'c', 9, 'x']], [[1, 'c', 0, 'x']], [[0, 'r', 2, 1, '']], [[0, 's', 3, 'a:b']]] as const)(
    'that does not fit is refused: %j',
    (op) => {
      expect(() => after(op)).toThrow(OpMismatch);
    },
  );
});
