import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { reportNames } from './report-names.ts';
import type { Scan } from './scan-folder.ts';
import { TrackedFiles } from './tracked-files.ts';

/** A look that finds files with these contents. */
function look(contents: Readonly<Record<string, string>>, more: Partial<Scan> = {}): Scan {
  const files = new Map(Object.entries(contents).map(([name, mark]) => [name, { mark, id: mark.split(' ')[0] ?? '' }]));
  return { files, folders: [], unread: [], leftOut: [], isCut: false, ...more };
}

const tracked = () => new TrackedFiles(reportNames('ACME/{folder}/{file}', '/srv/Desk'));

test('a content counts once two looks found the same', () => {
  const files = tracked();
  expect(files.take(look({ 'a.csv': '1 x' }))).toMatchObject({ due: [], isSettling: true });
  expect(files.take(look({ 'a.csv': '1 x' }))).toMatchObject({ due: ['a.csv'], isSettling: false });
  expect(files.take(look({ 'a.csv': '1 x' }))).toMatchObject({ due: [], isSettling: false });
  expect(files.take(look({ 'a.csv': '1 y' }))).toMatchObject({ due: [], isSettling: true });
  expect(files.take(look({ 'a.csv': '1 y' })).due).toEqual(['a.csv']);
});

test('a file that changes at every look is taken as it stands now and then, not each time', () => {
  const files = tracked();
  let due = 0;
  for (let n = 0; n < 10 * limits.folder.unsettled; n++) due += files.take(look({ 'a.csv': `1 ${n}` })).due.length;
  expect(due).toBe(10);
});

test('between the two steps of a save a file is not gone', () => {
  const files = tracked();
  files.take(look({ 'a.csv': '1 x' }), true);
  expect(files.take(look({}))).toMatchObject({ gone: [], isSettling: true });
  expect(files.take(look({ 'a.csv': '2 y' })).gone).toEqual([]);
  expect(files.take(look({ 'a.csv': '2 y' })).due).toEqual(['a.csv']);
});

test('what could not be looked at is not gone', () => {
  const files = tracked();
  files.take(look({ [join('in', 'a.csv')]: '1 x' }), true);
  for (let n = 0; n < 3; n++) expect(files.take(look({}, { unread: ['in'] })).gone).toEqual([]);
  for (let n = 0; n < 3; n++) expect(files.take(look({}, { isCut: true })).gone).toEqual([]);
  files.take(look({}));
  expect(files.take(look({})).gone).toHaveLength(1);
});

test('a rename is known by the file, and its new name is a new report', () => {
  const files = tracked();
  files.take(look({ 'a.csv': '1 x' }), true);
  files.take(look({ 'b.csv': '1 x' }));
  const { gone, due } = files.take(look({ 'b.csv': '1 x' }));
  expect(gone.map(({ file, now }) => [file.topic, now])).toEqual([['ACME/DESK/A', 'b.csv']]);
  expect(due).toEqual(['b.csv']);
});

test('a file that takes the name of another waits until that is gone', () => {
  const files = tracked();
  files.take(look({ 'a.csv': '1 x' }), true);
  files.take(look({ 'a.csv': '1 x', 'a.ods': '2 x' }));
  expect(files.take(look({ 'a.csv': '1 x', 'a.ods': '2 x' })).due).toEqual([]);
  files.take(look({ 'a.ods': '2 x' }));
  expect(files.take(look({ 'a.ods': '2 x' })).due).toEqual(['a.ods']);
});
