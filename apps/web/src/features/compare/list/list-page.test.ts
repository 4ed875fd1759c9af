import { expect, test } from 'vitest';
import { listPage } from './list-page.ts';

test('the list for a file names page, place, both values and the difference, and how many it leaves out', () => {
  const none = { row: '', column: '', cell: '', was: '', now: '', change: '' };
  const { html } = listPage(
    [
      {
        name: 'P&L',
        side: 'both',
        html: '',
        styles: [],
        entries: [
          { kind: 'changed', what: 'cell', row: '2Y', column: 'Mid', cell: 'B2', was: '<1>', now: '2', change: '+1' },
          { ...none, kind: 'added', what: 'row', row: '3Y' },
        ],
        total: 5,
      },
    ],
    ['2026-11-19', 'Live'],
  );
  const rows = html.split('<tr>').map((row) => row.replace(/<\/?t[^>]*>/g, '|').replace(/\|+/g, '|'));
  expect(rows.slice(1)).toEqual([
    '|Page|Row|Column|Cell|Kind|2026-11-19|Live|Difference|',
    '|P&amp;L|2Y|Mid|B2|changed|&lt;1&gt;|2|+1|',
    '|P&amp;L|3Y|row added|',
    '|P&amp;L|3 more not listed|',
  ]);
});
