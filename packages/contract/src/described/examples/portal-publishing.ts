import * as calls from '../../publishing/calls.ts';
import { type Example, example } from '../example.ts';

const params = { entity: 'ACME', group: 'DESK', report: 'BOOK' };
const file = 'Desk,Limit\nRates,250\nCredit,120\n';
const standing = {
  topic: 'ACME/DESK/BOOK',
  version: 1,
  timeUtc: '2026-11-23T09:00:00.000Z',
  sender: 'ACME/ann.admin',
  isLive: true,
  publisher: 'none',
  seenUtc: '2026-11-23T09:00:00.000Z',
  viewers: 0,
  hasPublishSecret: false,
} as const;

/** A file is looked at in the portal before it is published. */
export const portalPublishing: readonly Example[] = [
  example(calls.previewWorkbook, {
    title: 'A text table',
    by: 'admin',
    params,
    body: file,
    answer: {
      topic: 'ACME/DESK/BOOK',
      version: 0,
      pageNames: ['BOOK'],
      pages: [
        '<table data-freeze="1,0"><colgroup><col style="width:64px"><col style="width:64px"></colgroup><thead><tr><th scope="col" data-cell="A1">Desk</th><th scope="col" data-cell="B1">Limit</th></tr></thead><tbody><tr><td data-cell="A2">Rates</td><td data-cell="B2" data-num="">250</td></tr><tr><td data-cell="A3">Credit</td><td data-cell="B3" data-num="">120</td></tr></tbody></table>',
      ],
      styles: [[]],
      notShown: [],
    },
  }),
  example(calls.sendWorkbook, {
    title: 'The same table',
    by: 'admin',
    params,
    body: file,
    answer: { topic: 'ACME/DESK/BOOK', version: 1, time: '20261123090000000', changed: true, notShown: [] },
  }),
  example(calls.publishingReports, {
    title: 'By name',
    by: 'admin',
    body: { search: 'desk book' },
    answer: { reports: [standing], total: 1, next: '', places: ['ACME'], maxBytes: 29425664 },
  }),
  example(calls.publishingReport, {
    title: 'The new report',
    by: 'admin',
    body: { topic: 'ACME/DESK/BOOK' },
    answer: {
      ...standing,
      versions: [
        {
          version: 1,
          timeUtc: '2026-11-23T09:00:00.000Z',
          sender: 'ACME/ann.admin',
          kind: 'whole',
          bytes: 377,
          pages: 1,
          cells: 0,
          rows: 0,
          styles: 0,
          replaced: 0,
          source: 'workbook',
        },
      ],
      hasMore: false,
      historyBytes: 335,
      kept: { versionHours: 24, minuteDays: 7, hourDays: 90 },
      mayRollBack: false,
      notShown: [],
      refused: [],
    },
  }),
];
