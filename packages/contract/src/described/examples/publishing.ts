import * as publish from '../../publish.ts';
import { type Example, example } from '../example.ts';

/** A file is published as it is. */
export const files: readonly Example[] = [
  example(publish.publishWorkbook, {
    title: 'A text table',
    by: 'key',
    params: {
      entity: 'ACME',
      group: 'RATES',
      report: 'CURVE',
    },
    query: {
      'metadata.Source': 'Rates.csv',
    },
    body: 'Tenor,Rate\n2Y,2.41\n10Y,2.88\n',
    answer: {
      topic: 'ACME/RATES/CURVE',
      version: 1,
      time: '20261123090000000',
      changed: true,
      notShown: [],
    },
  }),
  example(publish.publishValues, {
    title: 'Two new rates',
    by: 'key',
    body: {
      topic: 'ACME/RATES/CURVE',
      baseVersion: 1,
      sheets: [
        {
          name: 'CURVE',
          cells: [
            ['B2', 2.43],
            ['B3', 2.9, '2.90'],
          ],
        },
      ],
    },
    answer: {
      topic: 'ACME/RATES/CURVE',
      version: 2,
      time: '20261123090000001',
      changed: true,
    },
  }),
  example(publish.publishAudience, {
    title: 'A report of a group that has admins',
    by: 'key',
    body: {
      topic: 'ACME/RATES/CURVE',
    },
    answer: {
      topic: 'ACME/RATES/CURVE',
      open: 'viewers',
      decidedBy: 'ACME/RATES',
      viewers: 3,
      hasViewSecret: false,
    },
  }),
];

/** A report is published and changes. */
export const publishing: readonly Example[] = [
  example(publish.publishReport, {
    title: 'A table with a control',
    by: 'key',
    body: {
      topic: 'ACME/RATES/DAILY',
      pages: [
        {
          name: 'Curve',
          html: '<table data-freeze="1,1"><thead><tr><th data-cell="A1">Tenor</th><th data-cell="B1">Rate</th></tr></thead><tbody><tr><td data-cell="A2">2Y</td><td data-cell="B2" data-num data-s="0">2.41</td></tr><tr><td data-cell="A3">10Y</td><td data-cell="B3" data-num data-s="0">2.88</td></tr><tr><td data-cell="A4">Comment</td><td data-cell="B4"><textarea data-control="Comment"></textarea></td></tr></tbody></table>',
          styles: ['text-align:right'],
        },
      ],
      metadata: {
        Source: 'Rates.xlsx',
      },
    },
    answer: {
      topic: 'ACME/RATES/DAILY',
      version: 1,
      time: '20261123090000000',
      changed: true,
    },
  }),
  example(publish.publishCells, {
    title: 'One cell changed',
    by: 'key',
    body: {
      topic: 'ACME/RATES/DAILY',
      baseVersion: 1,
      cells: [
        {
          page: 'Curve',
          cell: 'B2',
          html: '2.43',
        },
      ],
    },
    answer: {
      topic: 'ACME/RATES/DAILY',
      version: 2,
      time: '20261123090000001',
      changed: true,
    },
  }),
  example(publish.publishLinkedFile, {
    title: 'A text file',
    by: 'key',
    params: {
      entity: 'ACME',
      group: 'RATES',
      report: 'DAILY',
      name: 'notes.txt',
    },
    body: 'Rates as of the close.',
    answer: {
      url: '/linkedfiles/ACME/RATES/DAILY/notes.txt',
    },
  }),
];
