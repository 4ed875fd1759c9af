import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import { expect, test } from 'vitest';
import type { Recovery } from '#ports/settings-backups.ts';
import { refusalOf, summaryOf } from './words.ts';

const adoptedBy: User = branded<'User'>('ACME/root');
const nothing: Recovery = {
  kind: 'users',
  also: [],
  offered: [],
  lost: [],
  total: 0,
  added: [],
  removed: [],
  changed: [],
  leftOut: [],
  adopted: [],
  adoptedBy,
  ended: [],
};
const from = '2026-11-03';

test('a recovery says how many there are and what changed', () => {
  const recovery = { ...nothing, total: 12, added: ['a', 'b'], removed: ['c'], changed: ['d', 'e', 'f'] };
  expect(summaryOf({ settings: 'users', settingsDate: from }, recovery)).toBe(
    'Recovered 12 users from 2026-11-03: 2 added, 1 removed, 3 changed',
  );
  expect(summaryOf({ settings: 'usergroups', settingsDate: from }, { ...nothing, kind: 'usergroups', total: 1 })).toBe(
    'Recovered 1 user group from 2026-11-03: 0 added, 0 removed, 0 changed',
  );
});

test('it names what was left out and what somebody has to look after now', () => {
  const names = ['ACME/a', 'ACME/b', 'ACME/c', 'ACME/d'];
  const recovery: Recovery = { ...nothing, kind: 'permissions', total: 2, leftOut: names, adopted: ['ACME/RATES'] };
  expect(summaryOf({ settings: 'permissions', settingsDate: from }, recovery)).toBe(
    'Recovered 2 report permissions from 2026-11-03: 0 added, 0 removed, 0 changed; left out ACME/a, ACME/b, ACME/c and 1 more: deleted, recreated since, or managed in the directory; ACME/root now administers ACME/RATES, which had no admin left',
  );
});

test('it says what was recovered with it, and which rights went', () => {
  const { kind: _, ...change } = { ...nothing, total: 1, changed: ['ACME/FX'] };
  const recovery: Recovery = {
    ...nothing,
    kind: 'usergroups',
    total: 4,
    removed: ['ACME/DESK'],
    also: [{ ...change, kind: 'permissions' }],
    lost: [
      { of: 'ACME/FX', principal: 'ACME/DESK', rights: ['viewers'] },
      { of: 'ACME/RATES', principal: 'ACME/DESK', rights: ['viewers', 'admins'] },
      { of: 'ACME/ALL', principal: 'ACME/DESK', rights: ['member'] },
    ],
  };
  expect(summaryOf({ settings: 'usergroups', settingsDate: from }, recovery)).toBe(
    'Recovered 4 user groups from 2026-11-03: 0 added, 1 removed, 0 changed; 1 report permission: 0 added, 0 removed, 1 changed; removed with their user groups: the rights in 2 reports and groups (ACME/DESK in ACME/FX, ACME/DESK in ACME/RATES) and the membership in 1 user group (ACME/DESK in ACME/ALL)',
  );
});

test('a refusal says that nothing is changed and what to do', () => {
  const time = '2026-11-03T10:00:00.000Z';
  expect(refusalOf({ settings: 'snapshots', settingsDate: time }, { refused: 'broken', kind: 'snapshots' })).toBe(
    `The backup of snapshot configurations from before the recovery at ${time} is damaged, so nothing was changed; choose another date`,
  );
});
