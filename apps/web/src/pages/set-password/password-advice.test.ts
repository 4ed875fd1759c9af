import { expect, test } from 'vitest';
import { adviceOn } from './password-advice.ts';

const facts = { least: 12, names: ['ACME/jane.doe', 'Sheetwire'] };
const met = (password: string) => adviceOn(password, facts).map(({ isMet }) => isMet);

test('nothing typed has nothing yet', () => {
  expect(met('')).toEqual([false, false, false]);
});

test('a password of unusual words has all of it', () => {
  expect(met('correct horse battery staple')).toEqual([true, true, true]);
});

test('its length is counted as the server counts it', () => {
  expect(met('elevenchars')[0]).toBe(false);
  expect(met('twelve chars')[0]).toBe(true);
});

test('names of the user and the portal are told in any case of letters, short ones are not', () => {
  expect(met('my SHEETWIRE word')[1]).toBe(false);
  expect(met('plainJaneIsHere')[1]).toBe(false);
  expect(met('a doe in the wood')[1]).toBe(true);
});

test('runs and repeats are told, up and down and along the keyboard', () => {
  for (const run of ['x1234x', 'dcba', 'AAAA', 'zzQWERzz', 'ghjk']) expect(met(run)[2]).toBe(false);
  for (const fine of ['123x', 'aaab', '1357', 'azby']) expect(met(fine)[2]).toBe(true);
});
