import { randomBytes } from 'node:crypto';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { Passwords } from './passwords.ts';

const passwords = new Passwords({ bytes: (count) => randomBytes(count) });

test('a password proves itself against its hash and another does not', async () => {
  const stored = await passwords.hash('correct horse battery');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await passwords.verify('correct horse battery', stored)).toBe(true);
  expect(await passwords.verify('Correct horse battery', stored)).toBe(false);
  expect(await passwords.verify(' correct horse battery', stored)).toBe(false);
});

test('the same password is hashed to another text each time', async () => {
  const [one, other] = await Promise.all([passwords.hash('the same'), passwords.hash('the same')]);
  expect(one).not.toBe(other);
});

test('a hash of another program at another cost is read and marked outdated', async () => {
  const stored = await passwords.hash('a');
  expect(passwords.isOutdated(stored)).toBe(false);
  expect(passwords.isOutdated(stored.replace('t=2', 't=1'))).toBe(true);
});

test('nobody and a broken hash have no password', async () => {
  expect(await passwords.verify('', null)).toBe(false);
  expect(await passwords.verify('a', 'plain')).toBe(false);
});

test('a password beyond the longest is never cut to one that fits', async () => {
  const longest = 'x'.repeat(limits.maxPassword);
  expect(await passwords.verify(`${longest}y`, await passwords.hash(longest))).toBe(false);
});

test('networks that send ever new passwords keep nobody else from signing in', async () => {
  const cheap = { memory: 64, passes: 1, parallelism: 1 };
  const few = new Passwords({ bytes: (count) => randomBytes(count) }, cheap);
  const stored = await few.hash('correct horse battery');
  const networks = Array.from({ length: 30 }, (_, n) => `10.0.1.${n}`);
  const flood = networks.flatMap((network) =>
    Array.from({ length: limits.loginsAtOnce }, () => few.verify('guess', stored, network).catch(() => 'refused')),
  );
  expect(await few.verify('correct horse battery', stored, '10.0.0.7')).toBe(true);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([false, 'refused']));
});
