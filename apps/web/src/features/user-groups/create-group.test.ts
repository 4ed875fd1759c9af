import { expect, test } from 'vitest';
import { addable, readCreateGroup } from './create-group.ts';

const known = { groups: ['ACME/RISK TEAM'], entities: ['ACME'] };

test('a name is in upper case', () => {
  expect(readCreateGroup('ACME', ' desk/one ', known)).toEqual({ group: 'ACME/DESKONE' });
});

test.each([
  ['', 'desk', { fault: 'Choose an entity' }],
  ['OTHER', 'desk', { fault: 'Choose an entity' }],
  ['ACME', ' ', { fault: 'Enter a name' }],
  ['ACME', '123', { fault: 'A name must contain a letter', field: 'name' }],
  ['ACME', 'désk', { field: 'name' }],
  ['ACME', 'risk team', { fault: 'ACME/RISK TEAM already exists', field: 'name' }],
])('%s/%s is refused', (entity, name, refusal) => {
  expect(readCreateGroup(entity, name, known)).toMatchObject(refusal);
});

test('a group takes in neither itself nor everyone nor a member again', () => {
  const principals = ['ACME/[ALL]', 'ACME/DESK', 'ACME/RISK TEAM', 'ACME/ann', 'ACME/bob'];
  expect(addable(principals, 'ACME/RISK TEAM', ['ACME/ann'])).toEqual(['ACME/DESK', 'ACME/bob']);
});
