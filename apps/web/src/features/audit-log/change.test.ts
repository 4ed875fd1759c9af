import { auditKinds } from '@sheetwire/contract/audit/kinds';
import { describe, expect, test } from 'vitest';
import { readChange } from './change.ts';
import { changeInBrief } from './change-brief.ts';

const change = (action: string, before: unknown, after: unknown) => {
  const json = (value: unknown) => (value === undefined ? '' : JSON.stringify(value));
  const read = readChange({ action, before: json(before), after: json(after) });
  if (read === undefined) throw new Error('cut');
  return read;
};
const lines = (...[action, before, after]: Parameters<typeof change>) => change(action, before, after).lines;
const brief = (...given: Parameters<typeof change>) => changeInBrief(change(...given));

const lists = { viewers: ['ACME/ann', 'ACME/DESK'], publishers: ['ACME/ann'], interactors: [], admins: ['ACME/ann'] };

test('of lists of principals it tells who came and went, and which lists are as they were', () => {
  const given = [
    'rights changed',
    lists,
    { ...lists, viewers: ['ACME/DESK', 'ACME/bob'], admins: ['ACME/ann', 'ACME/bob'] },
  ] as const;
  expect(change(...given)).toEqual({
    lines: [
      { kind: 'names', label: 'Viewers', added: ['ACME/bob'], removed: ['ACME/ann'] },
      { kind: 'names', label: 'Admins', added: ['ACME/bob'], removed: [] },
    ],
    same: ['Publishers', 'Can interact'],
    left: 0,
  });
  expect(brief(...given)).toBe('Viewers: 1 added, 1 removed; Admins: 1 added');
});

test('a list that is new or gone has only who came or went', () => {
  const noOne = { viewers: [], publishers: [], interactors: [], admins: ['ACME/ann'] };
  expect(lines('admin assumed', undefined, noOne)).toEqual([
    { kind: 'names', label: 'Admins', added: ['ACME/ann'], removed: [] },
  ]);
  expect(lines('left without an admin', { admins: ['ACME/DESK'] }, undefined)).toEqual([
    { kind: 'names', label: 'Admins', added: [], removed: ['ACME/DESK'] },
  ]);
  expect(lines('user group removed', ['ACME/ann'], undefined)).toEqual([
    { kind: 'names', label: 'Members', added: [], removed: ['ACME/ann'] },
  ]);
});

test('a field says what it was and is; one of a single side says what it is', () => {
  const daily = { captures: true, time: '23:59', location: 'Chicago', backdates: false };
  expect(change('snapshot settings changed', daily, { ...daily, captures: false, time: '18:00' })).toEqual({
    lines: [
      { kind: 'value', label: 'Daily Snapshot', was: 'Yes', is: 'No' },
      { kind: 'value', label: 'Snapshot time', was: '23:59', is: '18:00' },
    ],
    same: ['Location', 'Predate 1 Weekday'],
    left: 0,
  });
  expect(lines('email changed', 'a@example.com', 'b@example.com')).toEqual([
    { kind: 'value', label: 'Email', was: 'a@example.com', is: 'b@example.com' },
  ]);
  expect(brief('report rolled back', { version: 12 }, { version: 13, restored: 10, reason: '' })).toBe(
    'Version: 12 → 13; Content of version: 10',
  );
  expect(brief('user added', undefined, { email: 'a@example.com', adUser: '' })).toBe('Email: a@example.com');
  expect(brief('user changed', { email: 'a@x.com', adUser: '' }, { email: 'a@x.com', adUser: 'ACME/ann' })).toBe(
    'AD user: none → ACME/ann',
  );
});

test('a moment is read in UTC', () => {
  const missed = { date: '2026-11-03', dueUtc: '2026-11-04T05:59:00.000Z', reason: 'the report has changed since' };
  expect(lines('snapshot missed', undefined, missed)).toContainEqual({
    ...{ kind: 'told', label: 'Due', text: '2026-11-04 05:59:00 UTC' },
  });
});

test('rules that a publish broke are told; those that were changed come and go', () => {
  expect(lines('publish held', undefined, { number: 7, rules: ['#REF! on P is new'] })).toEqual([
    { kind: 'told', label: 'Publish number', text: '7' },
    { kind: 'list', label: 'Rules broken', entries: ['#REF! on P is new'], count: 1 },
  ]);
  const rules = { rules: ['No errors: hold'], releaseAfterMin: 0 };
  expect(brief('guard changed', rules, { rules: [], releaseAfterMin: 5 })).toContain('Rules: 1 removed');
});

test('a recovery tells how many came and went, of each kind', () => {
  const none = { count: 0, names: [] };
  const users = { total: 9, added: none, removed: { count: 1200, names: ['ACME/ann'] }, changed: none, leftOut: none };
  const given = [
    'settings recovered',
    undefined,
    { total: 1202, added: { count: 1, names: ['ACME/DESK'] }, lost: none, also: { users } },
  ] as const;
  expect(lines(...given)).toEqual([
    { kind: 'list', label: 'Added', entries: ['ACME/DESK'], count: 1 },
    { kind: 'told', label: 'Names in all', text: '1,202' },
    { kind: 'told', label: 'Recovered with it: Users: Names in all', text: '9' },
    { kind: 'list', label: 'Recovered with it: Users: Removed', entries: ['ACME/ann'], count: 1200 },
  ]);
  expect(brief(...given)).toBe(
    'Added: ACME/DESK; Names in all: 1,202; Recovered with it: Users: Names in all: 9; 1 more',
  );
});

test('a change that came cut, or is no JSON, is not read', () => {
  expect(readChange({ action: 'rights changed', before: '{"viewers":["ACME/ann","AC…', after: '{}' })).toBeUndefined();
  expect(readChange({ action: 'rights changed', before: '{}', after: '<b>' })).toBeUndefined();
});

describe('what nobody has words for', () => {
  test('is shown under its own name, as plain text', () => {
    const after = { snapshotTime: '<img src=x onerror=alert(1)>', deep: { a: { b: { c: [1] } } }, n: null, on: true };
    expect(lines('of another release', undefined, after)).toEqual([
      { kind: 'told', label: 'Snapshot time', text: '<img src=x onerror=alert(1)>' },
      { kind: 'told', label: 'Deep: A: B', text: '{"c":[1]}' },
      { kind: 'told', label: 'On', text: 'Yes' },
    ]);
    expect(lines('of another release', undefined, 7)).toEqual([{ kind: 'told', label: 'Value', text: '7' }]);
  });

  test('takes no words from what every object has', () => {
    const given = JSON.parse('{"__proto__":"x","constructor":"y","toString":{"count":1}}');
    expect(lines('rights changed', undefined, given).map(({ label }) => label)).toEqual([
      '__proto__',
      'Constructor',
      'To string: Count',
    ]);
    expect(lines('__proto__', undefined, { a: 'x' })).toHaveLength(1);
  });

  test('keeps its bounds: many fields, long names, deep objects', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${'k'.repeat(200)}${n}`, n]));
    const read = change('of another release', undefined, many);
    expect([read.lines.length, read.left]).toEqual([60, 440]);
    expect(read.lines[0]?.label).toHaveLength(60);
    expect(changeInBrief(read).length).toBeLessThan(400);
    const deep = `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`;
    expect(readChange({ action: 'x', before: '', after: deep })?.lines[0]?.label).toBe('A: A: A');
    const wide = JSON.stringify(Array.from({ length: 100_000 }, (_, n) => `ACME/user.${n}`));
    expect(readChange({ action: 'user group changed', before: wide, after: '[]' })?.lines).toMatchObject([
      { removed: { length: 100_000 } },
    ]);
  });
});

test.each(Object.entries(auditKinds))('every field of %s has words of its own', (action, fields) => {
  for (const [name, words] of Object.entries(fields)) {
    const value = name === '' ? 'x' : { [name]: 'x' };
    expect(lines(action, undefined, value), name).toEqual([{ kind: 'told', label: words, text: 'x' }]);
    expect(words, name).toMatch(/^[A-Z][^.]*$/);
  }
  expect(new Set(Object.values(fields)).size).toBe(Object.keys(fields).length);
});
