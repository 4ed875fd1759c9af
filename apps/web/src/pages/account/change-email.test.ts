import { expect, test } from 'vitest';
import { againFault, emailRefusal, nextFault } from './change-email.ts';

const good = { current: 'jane@example.com', next: 'jane@example.org', again: 'jane@example.org' };

test('SUBMIT needs both inputs filled and equal, whatever their case', () => {
  expect(emailRefusal(good)).toBeUndefined();
  expect(emailRefusal({ ...good, again: 'JANE@example.ORG' })).toBeUndefined();
  expect(emailRefusal({ ...good, next: '' })).toBe('Enter the new address');
  expect(emailRefusal({ ...good, again: '  ' })).toBe('Enter the new address again');
  expect(emailRefusal({ ...good, again: 'jane@example.net' })).toBe('The addresses do not match');
});

test('SUBMIT needs a current address, and a new one that differs from it, whatever its case', () => {
  expect(emailRefusal({ ...good, current: '' })).toBe('Your current address is unknown');
  const same = { ...good, next: 'Jane@Example.com', again: 'Jane@Example.com' };
  expect(emailRefusal(same)).toBe('This is already your address');
});

test('SUBMIT needs an address of the email pattern', () => {
  for (const next of ['jane', 'jane@example', 'jane@example.c', '@example.com', 'ja ne@example.com']) {
    expect(emailRefusal({ ...good, next, again: next }), next).toBe('This is not a valid email address');
  }
  for (const next of ['jane@[10.0.0.1]', 'jane.doe+x@a-b.example.museum']) {
    expect(emailRefusal({ ...good, next, again: next }), next).toBeUndefined();
  }
});

test('the second input is faulted only when it cannot become the first', () => {
  expect(againFault({ ...good, again: '' })).toBeUndefined();
  expect(againFault({ ...good, again: 'jane@ex' })).toBeUndefined();
  expect(againFault({ ...good, again: 'june' })).toBe('The addresses do not match');
});

test('the first input is faulted for what no address is, not for being empty', () => {
  expect(nextFault({ ...good, next: '' })).toBeUndefined();
  expect(nextFault({ ...good, next: 'jane' })).toBe('This is not a valid email address');
  expect(nextFault({ ...good, next: ' JANE@example.com ' })).toBe('This is already your address');
});
