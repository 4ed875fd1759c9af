import { expect, test } from 'vitest';
import {
  changeWords,
  heldWords,
  outcomeWords,
  publisherWords,
  sizeWords,
  sourceWords,
  type ToldVersion,
} from './words.ts';

const version: ToldVersion = {
  ...{ version: 1, timeUtc: '', sender: '', kind: 'changes', bytes: 1 },
  ...{ pages: 1, cells: 0, rows: 0, styles: 0, replaced: 0, source: '' },
};
const page = { name: 'P', html: '', styles: [], entries: [], total: 0, side: 'both' } as const;

test('a size has the unit that people read it in, on the same line', () => {
  expect([1, 480, 1536, 40_960, 3_565_158, 29_425_664].map(sizeWords)).toEqual([
    '1\u00a0byte',
    '480\u00a0bytes',
    '1.5\u00a0KB',
    '40\u00a0KB',
    '3.4\u00a0MB',
    '28\u00a0MB',
  ]);
});

test('a version says what it changed', () => {
  expect(changeWords({ ...version, cells: 1 })).toBe('1 cell');
  expect(changeWords({ ...version, cells: 1200, rows: 2, styles: 1, pages: 3 })).toBe(
    '1,200 cells, 2 rows, 1 style on 3 pages',
  );
  expect(changeWords({ ...version, replaced: 1 })).toBe('1 page replaced');
  expect(changeWords({ ...version, kind: 'whole', pages: 2 })).toBe('Whole report, 2 pages');
  expect(changeWords({ ...version, kind: 'whole', pages: 0 })).toBe('Whole report');
  expect(changeWords({ ...version, kind: 'long' })).toBe('Many changes');
  expect(changeWords({ ...version, pages: 0 })).toBe('No change on the pages');
});

test('a publish says what it would change', () => {
  const pages = [
    { ...page, total: 3 },
    { ...page, side: 'newer', total: 1 },
    { ...page, side: 'older', total: 1 },
  ] as const;
  expect(outcomeWords(pages, false)).toBe('3 differences on 1 page, 1 page added, 1 page removed');
  expect(outcomeWords([page], false)).toBe('No differences from what viewers see now');
  expect(outcomeWords([{ ...page, side: 'newer', total: 1 }], true)).toBe('New report with 1 page');
});

test('a publisher is connected, silent or not there, a removed report has none, and one that waits is not published yet', () => {
  const live = { isLive: true, timeUtc: '2026-11-21T09:00:00Z' };
  expect(publisherWords({ ...live, publisher: 'connected' })).toBe('Connected');
  expect(publisherWords({ ...live, publisher: 'silent' })).toBe('Silent');
  expect(publisherWords({ ...live, publisher: 'none' })).toBe('Not connected');
  expect(publisherWords({ ...live, publisher: 'connected', isLive: false })).toBe('Removed');
  expect(publisherWords({ publisher: 'connected', isLive: false, timeUtc: '' })).toBe('Not published yet');
});

test('a version says how it came where that is worth a word', () => {
  expect(sourceWords({ source: 'rollback', restored: 1200 })).toBe('Rolled back to version 1,200');
  expect(sourceWords({ source: 'workbook' })).toBe('From a workbook');
  expect(sourceWords({ source: 'cells' })).toBe('');
});

test('a publish that is held says what viewers have meanwhile', () => {
  const topic = 'DEMO/SALES/DAILY';
  expect(heldWords({ topic, version: 1200 })).toBe(
    'DEMO/SALES/DAILY is waiting for approval. Viewers keep version 1,200.',
  );
  expect(heldWords({ topic, version: 0 })).toBe('DEMO/SALES/DAILY is waiting for approval. Nothing is live yet.');
});
