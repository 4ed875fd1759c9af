import { expect, test } from 'vitest';
import { shellRoot } from './shell.ts';

function brought(html: string): string {
  const of = { topic: 'DEMO/DESK/NOTES', version: 1, number: 0, nonce: 'once' };
  return /<div class="page"[^>]*>/.exec(shellRoot({ html, styles: [], label: 'Notes', ...of }))?.[0] ?? '';
}

test('a text stands in the shell as in the document: it wraps and keeps a margin', () => {
  expect(brought('<p>Closed</p><table><tr><td>1</td></tr></table>')).toContain(' data-text=""');
  expect(brought('<table><tr><td data-cell="A1">1</td></tr></table>')).not.toContain('data-text');
});
