import { expect, test } from 'vitest';
import { databaseWords } from './database-words.ts';
import { wordsOfFault } from './file-words.ts';

function fault(message: string, facts: object = {}): Error {
  return Object.assign(new Error(message), facts);
}

test('a socket is named as a file where it is one, and as an address where it has a port', () => {
  const line = { code: 'EACCES', syscall: 'connect', address: '10.0.0.5', port: 389 };
  expect(wordsOfFault(fault('connect EACCES 10.0.0.5:389', line))).toBe('connect EACCES 10.0.0.5:389');
  const socket = { code: 'EACCES', syscall: 'listen', address: '/run/portal.sock', port: -1 };
  expect(wordsOfFault(fault('listen EACCES', socket))).toContain('/run/portal.sock');
});

test.each([
  [
    'a socket of a database that does not run',
    { code: 'ENOENT', syscall: 'connect' },
    'check that PostgreSQL is running',
  ],
  ['a denied connection', { code: 'EACCES', syscall: 'connect' }, 'check that PostgreSQL is running'],
  ['a port where nobody listens', { code: 'ECONNREFUSED', syscall: 'connect' }, 'check that PostgreSQL is running'],
  ['several addresses where nobody listens', { code: 'ECONNREFUSED' }, 'check that PostgreSQL is running'],
  ['a network that is away', { code: 'ENETUNREACH', syscall: 'connect' }, 'check the host, the port and the network'],
  ['a certificate that is not there', { code: 'ENOENT', syscall: 'open' }, 'check the files that the address names'],
])('what to do about %s', (_, facts, advice) => {
  const words = databaseWords(fault('x', facts), 'postgres://portal:secret@db/sheetwire');
  expect(words).toContain(`PostgreSQL at db/sheetwire: x; ${advice}`);
});

test('connections that are all in use are told too', () => {
  const busy = databaseWords(fault('timeout exceeded when trying to connect'), 'postgres://db/sheetwire');
  expect(busy).toMatch(/network, or raise SHEETWIRE_DB_PUBLISHING/);
});
