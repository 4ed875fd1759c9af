import { fileName } from '@sheetwire/sheet/write/file-name';
import { numericTexts } from '@sheetwire/sheet/write/report-book';
import { finish } from '@sheetwire/sheet/write/test-support/finish';
import { writeCsv } from '@sheetwire/sheet/write/write-csv';
import { expect, test } from 'vitest';
import { listPage, listTime } from './list-page.ts';

const published = new Date(2026, 10, 20, 14, 32, 5);
const wireTime = published.toISOString().replaceAll(/\D/g, '');

test('the list for a file names page, place, both values and the difference, and how many it leaves out', () => {
  const none = { row: '', column: '', cell: '', was: '', now: '', change: '' };
  const page = listPage(
    [
      {
        name: 'P&L',
        side: 'both',
        html: '',
        styles: [],
        entries: [
          { kind: 'changed', what: 'cell', row: '2Y', column: 'Mid', cell: 'B2', was: '<1>', now: '2', change: '+1' },
          {
            kind: 'changed',
            what: 'cell',
            row: '5Y',
            column: 'Mid',
            cell: 'B3',
            was: '-4',
            now: '-5',
            change: '−1 (−25%)',
          },
          {
            kind: 'changed',
            what: 'cell',
            row: '7Y',
            column: 'Note',
            cell: 'C4',
            was: '=1+1',
            now: '-n/a',
            change: '',
          },
          { ...none, kind: 'added', what: 'row', row: '3Y' },
        ],
        total: 7,
      },
    ],
    {
      older: { day: '2026-11-19', shownDate: '2026-11-19', time: 'no_time', version: 1 },
      newer: { day: undefined, shownDate: null, time: wireTime, version: 2 },
    },
  );
  const rows = page.html.split('<tr>').map((row) => row.replace(/<\/?t[^>]*>/g, '|').replace(/\|+/g, '|'));
  expect(rows.slice(1)).toEqual([
    '|Page|Row|Column|Cell|Kind|2026-11-19|Live 2026-11-20 14:32:05|Difference|Percent|',
    '|P&amp;L|2Y|Mid|B2|changed|&lt;1&gt;|2|+1|',
    '|P&amp;L|5Y|Mid|B3|changed|-4|-5|−1|−25%|',
    '|P&amp;L|7Y|Note|C4|changed|=1+1|-n/a|',
    '|P&amp;L|3Y|row added|',
    '|P&amp;L|3 more not listed|',
  ]);
  const csv = finish(writeCsv(page, numericTexts([page])));
  expect(csv.slice(2)).toEqual([
    'P&L,2Y,Mid,B2,changed,<1>,2,+1,\r\n',
    'P&L,5Y,Mid,B3,changed,-4,-5,-1,-25%\r\n',
    "P&L,7Y,Note,C4,changed,'=1+1,'-n/a,,\r\n",
    'P&L,3Y,,,row added,,,,\r\n',
    'P&L,3 more not listed,,,,,,,\r\n',
  ]);
});

test('the file is named after the day or the moment that the differences are since', () => {
  const named = (older: Parameters<typeof listTime>[0]) =>
    fileName({ topic: 'DEMO/DESK/DAILY', page: 'differences since', extension: 'csv', ...listTime(older) });
  const side = { shownDate: null, time: wireTime, version: 1 };
  expect(named({ ...side, day: '2026-11-19', shownDate: '2026-11-18' })).toBe(
    'DEMO DESK DAILY differences since 2026-11-18.csv',
  );
  expect(named({ ...side, day: published.toISOString() })).toBe(
    'DEMO DESK DAILY differences since 2026-11-20 1432.csv',
  );
  expect(named({ ...side, day: '2026-11-23T10:00:00Z', shownAt: published.toISOString() })).toBe(
    'DEMO DESK DAILY differences since 2026-11-20 1432.csv',
  );
});
