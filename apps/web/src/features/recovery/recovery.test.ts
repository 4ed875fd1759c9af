import { expect, test } from 'vitest';
import { dateCount, type KnownDates, previewParts, recoverRefusal } from './recovery.ts';

const time = '2026-11-20T10:00:00.000Z';
const known: KnownDates = {
  permissions: [],
  users: ['2026-11-03', '2026-11-02'],
  usergroups: ['2026-11-04'],
  snapshots: [],
  undoPoints: [{ settings: 'users', time }],
};

test('Recover takes a kind and a date that is among that kind’s', () => {
  const refusal = (settings?: 'users' | 'usergroups', settingsDate?: string) =>
    recoverRefusal(known, { settings, settingsDate });
  expect(refusal()).toBe('Choose settings and a highlighted date');
  expect(refusal('users')).toBe('Choose a highlighted date');
  expect(refusal('users', '2026-11-04')).toBe('No backup on 2026-11-04');
  expect(refusal('usergroups', time)).toBe(`No backup on ${time}`);
  expect([refusal('users', '2026-11-03'), refusal('users', time)]).toEqual([undefined, undefined]);
});

test('where there is nothing to recover it says so', () => {
  expect(recoverRefusal({}, { settings: undefined, settingsDate: undefined })).toBe('No backups yet');
  expect(recoverRefusal(known, { settings: 'snapshots', settingsDate: undefined })).toBe(
    'No backups of these settings yet',
  );
});

test('a preview names only what would change', () => {
  const some = (...names: string[]) => ({ count: names.length, names });
  const preview = { added: some('ACME/ann'), removed: some(), changed: some('ACME/bob', 'ACME/carl') };
  expect(previewParts(preview)).toEqual([
    { title: 'Added', count: 1, names: ['ACME/ann'] },
    { title: 'Changed', count: 2, names: ['ACME/bob', 'ACME/carl'] },
  ]);
});

test('dates are counted in words', () => {
  expect([dateCount(undefined), dateCount(['a']), dateCount(['a', 'b'])]).toEqual(['no dates', '1 date', '2 dates']);
});
