import { expect, test } from 'vitest';
import { addressFault, deleteRefusal, editRefusal, resetRefusal, saveRefusal, type UserFacts } from './edit-email.ts';

const jane: UserFacts = {
  name: 'ACME/jane.doe',
  email: 'jane.doe@example.com',
  isSuperAdmin: false,
  adUser: '',
  adUserEmail: '',
  isDisabled: false,
};
const ofDirectory: UserFacts = { ...jane, adUser: 'ACME/j.doe', adUserEmail: 'j.doe@example.com' };

test.each<[string, UserFacts, string, string | undefined]>([
  ['nothing', jane, ' ', 'Enter an email address'],
  ['the present address', jane, ' jane.doe@example.com ', 'This is already the user’s address'],
  ['what is no address', jane, 'jane.doe@', 'Enter an address like name@example.com'],
  ['a disabled user’s address', { ...jane, isDisabled: true }, 'other@example.com', 'jane.doe is disabled'],
  ['not the directory’s address', ofDirectory, 'jane@example.com', 'The email must match the directory'],
])('%s is not saved', (_, facts, typed, reason) => {
  expect(saveRefusal(facts, typed)).toBe(reason);
});

test('another address, the directory’s address and another password are saved', () => {
  expect(saveRefusal(jane, 'other@example.com')).toBeUndefined();
  expect(saveRefusal(ofDirectory, 'J.Doe@example.com')).toBeUndefined();
  const account = { ...jane, email: 'one-long-Password@is.password' };
  expect(saveRefusal(account, 'one-long-password@is.password')).toBeUndefined();
});

test('an empty field is not marked as wrong', () => {
  expect(addressFault(jane, '')).toBeUndefined();
});

test('a disabled user is neither mailed nor edited, but deleted', () => {
  const disabled = { ...jane, isDisabled: true };
  expect([editRefusal(disabled), resetRefusal(disabled)]).toEqual(['jane.doe is disabled', 'jane.doe is disabled']);
  expect(deleteRefusal(disabled)).toBeUndefined();
});

test('a super admin is not deleted, a password account gets no mail', () => {
  expect(deleteRefusal({ ...jane, isSuperAdmin: true })).toBeDefined();
  expect(resetRefusal({ ...jane, email: 'one-long-password@is.password' })).toContain('gets no email');
});
