import { expect, test } from 'vitest';
import { addFormWords, readAddForm } from './add-form.ts';

const read = (entity: string, group: string, report?: string) =>
  readAddForm({ entity, group, ...(report === undefined ? {} : { report }) }, facts);

const facts = { company: 'Acme Corp', admined: ['ACME/RATES'], claimRefusal: '' };
const refused = { ...facts, claimRefusal: 'Only members of ACME/OWNERS can claim groups and reports without admins' };

test('names are trimmed, uppercased and stripped of what separates names', () => {
  expect(read(' acme ', '[fx]"s,pot" ')).toEqual({ gropic: 'ACME/FXSPOT' });
  expect(read('acme', 'rates', 'daily pnl')).toEqual({ gropic: 'ACME/RATES/DAILY PNL' });
  expect(read('acme', 'a/b', 'c')).toEqual({ gropic: 'ACME/AB/C' });
});

test('an empty part says which', () => {
  expect(read('', 'fx')).toEqual({ fault: 'Enter an entity' });
  expect(read('acme', ' [], ')).toEqual({ fault: 'Enter a group' });
  expect(read('acme', 'fx', '')).toEqual({ fault: 'Enter a report' });
});

test.each(['acme corp-ops', 'Acme Corp_ops'])('the group %s is reserved', (group) => {
  expect(read('acme', group)).toMatchObject({ field: 'group', fault: expect.stringContaining('reserved') });
});

test('what is administered already cannot be added', () => {
  expect(read('acme', 'rates')).toEqual({ fault: 'ACME/RATES is already administered' });
});

test('who may not add what nobody administers adds reports of own groups alone, and is told so', () => {
  const fault = refused.claimRefusal;
  expect(readAddForm({ entity: 'acme', group: 'fx' }, refused)).toEqual({ fault });
  expect(readAddForm({ entity: 'acme', group: 'fx', report: 'spot' }, refused)).toEqual({ fault });
  expect(readAddForm({ entity: 'acme', group: 'rates', report: 'spot' }, refused)).toEqual({
    gropic: 'ACME/RATES/SPOT',
  });
  expect(addFormWords(refused, 'Group')).toBe(`${fault}. Ask one to make you an admin.`);
  expect(addFormWords(refused, 'Report')).toBe(`You can add reports to groups you administer. ${fault}.`);
  expect(addFormWords({ ...refused, admined: ['ACME/RATES/DAILY'] }, 'Report')).toBe(addFormWords(refused, 'Group'));
  expect(addFormWords(facts, 'Group')).toContain('You become its only admin');
});

test('a name that cannot be one says which field is wrong', () => {
  expect(read('login', 'fx')).toEqual({ field: 'entity', fault: 'The name LOGIN is reserved' });
  expect(read('acme', 'f*x')).toMatchObject({ field: 'group', fault: expect.stringContaining('from A to Z') });
  expect(read('acme', 'fx', 'spot.20261119')).toEqual({
    field: 'report',
    fault: 'A report name cannot end in a date',
  });
});
