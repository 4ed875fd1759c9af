import { expect, test } from 'vitest';
import {
  alongside,
  dateCount,
  inWords,
  type KnownDates,
  lostWarning,
  previewParts,
  recoverRefusal,
  undoPoints,
} from './recovery.ts';

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
    { title: 'Added', count: 1, names: ['ACME/ann'], isOpen: false },
    { title: 'Changed', count: 2, names: ['ACME/bob', 'ACME/carl'], isOpen: false },
  ]);
});

test('rights that go are told first and in the open, and what is recovered with it by its kind', () => {
  const some = (...names: string[]) => ({ count: names.length, names });
  const rights = [
    { of: 'ACME/FX', principal: 'ACME/DESK', rights: ['viewers' as const, 'interactors' as const] },
    { of: 'ACME/ALL', principal: 'ACME/DESK', rights: ['member' as const] },
  ];
  const change = { total: 1, added: some(), removed: some(), changed: some('ACME/FX'), leftOut: some() };
  const preview = {
    removed: some('ACME/DESK'),
    lost: { count: 2, rights },
    also: [{ settings: 'permissions' as const, ...change }],
  };
  const lines = ['ACME/DESK in ACME/FX: viewer, can interact', 'ACME/DESK in ACME/ALL: member'];
  expect(previewParts(preview)).toEqual([
    { title: 'Rights and memberships lost', count: 2, names: lines, isOpen: true },
    { title: 'Removed', count: 1, names: ['ACME/DESK'], isOpen: false },
    { title: 'Report Permissions: Changed', count: 1, names: ['ACME/FX'], isOpen: false },
  ]);
  expect(lostWarning(preview)).toMatch(/^ACME\/DESK is removed and loses its rights and memberships/);
  expect(lostWarning({ ...preview, removed: some('a', 'b') })).toMatch(/^The removed names lose their rights/);
  expect(lostWarning({ removed: some('a'), lost: { count: 0, rights: [] } })).toBeUndefined();
  expect(alongside({ ...preview, offered: ['usergroups'] })).toEqual(['usergroups', 'permissions']);
});

test('what a recovery replaced is one way back, named by its kinds', () => {
  const point = (settings: 'permissions' | 'users' | 'usergroups', at: string) => ({ settings, time: at });
  const points = [point('permissions', '2'), point('usergroups', '2'), point('users', '2'), point('permissions', '1')];
  expect(undoPoints({ undoPoints: points })).toEqual([
    { time: '2', settings: ['users', 'usergroups', 'permissions'] },
    { time: '1', settings: ['permissions'] },
  ]);
  expect([inWords(['A']), inWords(['A', 'B']), inWords(['A', 'B', 'C'])]).toEqual(['A', 'A and B', 'A, B and C']);
});

test('dates are counted in words', () => {
  expect([dateCount(undefined), dateCount(['a']), dateCount(['a', 'b'])]).toEqual(['no dates', '1 date', '2 dates']);
});
