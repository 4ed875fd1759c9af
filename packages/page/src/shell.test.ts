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

const row = '<tr><td data-cell="A1">1</td></tr>';
const tableOf = (inside: string) => `<table><colgroup><col width="9"></colgroup><tbody>${inside}</tbody></table>`;

test.each([
  ['rows without cells', tableOf(row + '<tr></tr>'.repeat(30_000))],
  ['cells that cover much', tableOf(`<tr><td data-cell="A1" colspan="1000" rowspan="30">1</td></tr>${row}`)],
  [
    'columns that span much',
    `<table><col span="1000" width="1">`.replace('>', `>${'<col span="1000" width="1">'.repeat(30)}`),
  ],
  ['tables', tableOf(row).repeat(600)],
  ['text', `<p>${'x'.repeat(1_100_000)}</p>`],
])('a page with too many %s for the shell is not rendered', (_, html) => {
  let isRead = false;
  const label = () => {
    isRead = true;
    return 'Notes';
  };
  const page = { html, styles: [], topic: 'DEMO/DESK/NOTES', version: 1, number: 0, nonce: 'once' };
  expect(shellRoot(Object.defineProperty({ ...page, label: '' }, 'label', { get: label }))).toBe('');
  expect(isRead).toBe(false);
});

test('a page with long looks does not go into the shell', () => {
  const of = { topic: 'DEMO/DESK/NOTES', version: 1, number: 0, nonce: 'once', label: 'Notes' };
  const styles = Array.from({ length: 300 }, () => 'x'.repeat(4000));
  expect(shellRoot({ ...of, html: tableOf(row), styles })).toBe('');
  expect(shellRoot({ ...of, html: tableOf(row), styles: [] })).not.toBe('');
});

test('controls stand closed in the shell, and what their publisher closed stays the publisher’s', () => {
  const cell = (inside: string) => `<table><tbody><tr><td data-cell="A1">${inside}</td></tr></tbody></table>`;
  const of = { topic: 'DEMO/DESK/NOTES', version: 1, number: 0, nonce: 'once', styles: [], label: 'Notes' };
  const controls =
    '<textarea data-control="Note">a &lt;input data-control="x"&gt;</textarea><input data-control="Shut" disabled="">';
  const shell = shellRoot({
    ...of,
    html: cell(`${controls}<input type="checkbox"><button data-submit="one">Go</button>`),
  });
  expect(shell).toContain(
    '<textarea data-control="Note" disabled="" data-closed="">a &lt;input data-control="x"&gt;</textarea>',
  );
  expect(shell).toContain('<input data-control="Shut" disabled="">');
  expect(shell).toContain('<input type="checkbox">');
  expect(shell).toContain('<button data-submit="one" disabled="" data-closed="">Go</button>');
});
