import { expect, test } from 'vitest';
import { readAddForm } from './add-form.ts';

const read = (entity: string, group: string, report?: string) =>
  readAddForm({ entity, group, ...(report === undefined ? {} : { report }) }, 'Acme Corp', ['ACME/RATES']);

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

test('a name that cannot be one says which field is wrong', () => {
  expect(read('login', 'fx')).toEqual({ field: 'entity', fault: 'The name LOGIN is reserved' });
  expect(read('acme', 'f*x')).toMatchObject({ field: 'group', fault: expect.stringContaining('from A to Z') });
  expect(read('acme', 'fx', 'spot.20261119')).toEqual({
    field: 'report',
    fault: 'A report cannot be named like a snapshot',
  });
});
