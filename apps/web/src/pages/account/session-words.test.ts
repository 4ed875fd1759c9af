import { expect, test } from 'vitest';
import { type ActiveSession, sessionWords } from './session-words.ts';

const browser: ActiveSession = {
  id: 'one',
  kind: 'browser',
  method: 'password',
  agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
  address: '10.0.0.1',
  startedUtc: '2026-11-20T08:00:00.000Z',
  seenUtc: '2026-11-20T09:00:00.000Z',
  isThis: false,
};
const addin: ActiveSession = { ...browser, kind: 'addin', method: 'Excel', agent: '1.2.0' };

test('a browser is its name and system and how it signed in', () => {
  expect(sessionWords(browser, 'Sheetwire')).toEqual({
    icon: 'screen',
    name: 'Firefox on Linux',
    how: 'Username and password',
  });
});

test('every way of signing in has words, and one that is new here shows its own', () => {
  const how = (method: string) => sessionWords({ ...browser, method }, 'Sheetwire').how;
  expect(['info', 'oidc', 'kerberos', 'proxy', 'passkey'].map(how)).toEqual([
    'Stored login',
    'Single sign-on',
    'Windows sign-in',
    'Windows sign-in through a proxy',
    'passkey',
  ]);
});

test('an add-in is its app and version', () => {
  expect(sessionWords(addin, 'Sheetwire')).toEqual({ icon: 'sheet', name: 'Excel add-in', how: 'Version 1.2.0' });
  expect(sessionWords({ ...addin, method: '', agent: '' }, 'Sheetwire')).toMatchObject({
    name: 'Sheetwire add-in',
    how: '',
  });
});
