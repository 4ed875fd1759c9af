import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import type { ThrottleStore } from '#ports/tokens.ts';
import { openStores } from '#storage/open-stores.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { LoginThrottle } from './login-throttle.ts';

const { perAddress, perPair, perUser, perUserWithin } = limits.loginFailures;
let server: TestApp;
let throttle: LoginThrottle;
let name = '';
let round = 0;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());
beforeEach(() => {
  throttle = new LoginThrottle(server.stores.throttle, server.clock);
  name = `DEMO/user${round++}`;
});

/** What a refused attempt says, or undefined. */
async function refusalOf(of: { address: string; name: string }): Promise<Refusal | undefined> {
  try {
    await throttle.attempt(of, async () => undefined);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function attempt(isRight: boolean, address = '127.0.0.1'): Promise<'in' | 'wrong' | 'refused'> {
  try {
    const found = await throttle.attempt({ address, name }, async () => (isRight ? name : undefined));
    return found === undefined ? 'wrong' : 'in';
  } catch {
    return 'refused';
  }
}

test('fifty failures in an hour from many addresses hold the user back, never for good', async () => {
  for (let tries = 0; tries < perUser; tries++) expect(await attempt(false, `10.0.0.${tries}`)).toBe('wrong');
  expect(await attempt(true, '10.0.1.1')).toBe('refused');
  server.clock.move(perUserWithin + 1);
  expect(await attempt(true, '10.0.1.1')).toBe('in');
});

test('a success wipes out the failures before it', async () => {
  for (let times = 0; times < 2; times++) {
    for (let tries = 1; tries < perPair; tries++) await attempt(false);
    expect(await attempt(true)).toBe('in');
  }
});

test('a hundred failures of one address hold that address back, whatever names it tries', async () => {
  const { within } = limits.loginFailures;
  const from = (n: number, address = '10.9.0.1') => refusalOf({ address, name: `DEMO/name${n}` });
  for (let n = 0; n < perAddress; n++) expect(await from(n)).toBeUndefined();
  expect(await from(perAddress)).toMatchObject({ code: 'too_many' });
  expect(await from(perAddress, '10.9.0.2')).toBeUndefined();
  server.clock.move(within + 1);
  expect(await from(perAddress)).toBeUndefined();
});

test('a refusal says how long it really holds', async () => {
  const minute = 60_000;
  for (let tries = 0; tries < perPair; tries++) {
    await attempt(false);
    server.clock.move(minute);
  }
  const refused = await refusalOf({ address: '127.0.0.1', name });
  expect(refused?.details).toMatchObject({
    retryAfter: 300,
    message: 'Too many failed logins; wait 5 minutes and try again',
    fields: { info: '' },
  });
  server.clock.move(5 * minute - 999);
  expect((await refusalOf({ address: '127.0.0.1', name }))?.details).toMatchObject({
    retryAfter: 1,
    message: 'Too many failed logins; wait a minute and try again',
  });
  server.clock.move(1000);
  expect(await attempt(true)).toBe('in');
});

test('a thousand tries at one account from many addresses leave other accounts alone', async () => {
  let checks = 0;
  const wrong = async () => {
    checks += 1;
    return undefined;
  };
  const flood = Array.from({ length: 1000 }, (_, n) =>
    throttle.attempt({ address: `10.1.${n >> 8}.${n & 255}`, name }, wrong).catch((error: unknown) => error),
  );
  const other = await throttle.attempt({ address: '10.2.0.1', name: `${name}b` }, async () => 'in');
  expect(other).toBe('in');
  const outcomes = await Promise.all(flood);
  expect(checks).toBe(perUser);
  expect(outcomes.filter((outcome) => outcome instanceof Refusal)).toHaveLength(1000 - perUser);
});

test('one address with many names at once leaves room for the others', async () => {
  const { promise: end, resolve } = Promise.withResolvers<undefined>();
  let checks = 0;
  const stuck = async () => {
    checks += 1;
    return end;
  };
  const flood = Array.from({ length: 300 }, (_, n) =>
    throttle.attempt({ address: '10.5.0.1', name: `DEMO/many${n}` }, stuck).catch((error: unknown) => error),
  );
  expect(await throttle.attempt({ address: '10.5.0.2', name }, async () => 'in')).toBe('in');
  await expect.poll(() => checks).toBe(limits.loginsAtOnce);
  resolve(undefined);
  const outcomes = await Promise.all(flood);
  expect(checks).toBeLessThan(perAddress + limits.loginsAtOnce);
  expect(outcomes.filter((outcome) => outcome instanceof Refusal)).toHaveLength(300 - checks);
});

test('many tries at once count one by one', async () => {
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => attempt(false)));
  expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(perPair);
});

test('many right ones at once all get in', async () => {
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => attempt(true)));
  expect(new Set(outcomes)).toEqual(new Set(['in']));
});

test('a name counts as one however it is spelled', async () => {
  for (let tries = 0; tries < perPair; tries++) await attempt(false);
  name = ` ${name.toLowerCase()} `;
  expect(await attempt(true)).toBe('refused');
});

test('with its entity, without it, as an address and with other spaces, a name counts as one', async () => {
  name = `DEMO/ann lee${round}`;
  const bare = name.slice('DEMO/'.length);
  const spellings = [name, bare, `${bare}@demo.example`, name.replace(' ', ' \u00a0'), `\u3000${bare.toUpperCase()}`];
  for (let tries = 0; tries < perPair; tries++) {
    const spelling = spellings[tries % spellings.length] ?? '';
    expect(await refusalOf({ address: '10.6.0.1', name: spelling })).toBeUndefined();
  }
  for (const spelling of spellings)
    expect(await refusalOf({ address: '10.6.0.1', name: spelling }), spelling).toMatchObject({ code: 'too_many' });
});

test('an account counts as one under every name that leads to it, and does not show it', async () => {
  const account = branded<'User'>(name);
  const accountOf = async () => account;
  const from = (typed: string, address: string) => throttle.attempt({ address, name: typed, accountOf }, wrong);
  const wrong = async () => undefined;
  for (let tries = 0; tries < perPair; tries++) await from(tries % 2 ? name : 'x.y@example.com', '10.7.0.1');
  const right = (typed: string, address: string, whose = account) =>
    throttle.attempt({ address, name: typed, accountOf: async () => whose }, async () => 'in');
  expect([await right(name, '10.7.0.1'), await right('x.y@example.com', '10.7.0.1')]).toEqual([undefined, undefined]);
  expect([await right(name, '10.7.0.2'), await right('x.y@example.com', '10.7.0.3')]).toEqual(['in', 'in']);
  expect(await right(`${name}b`, '10.7.0.1', branded<'User'>(`${name}b`))).toBe('in');
  server.clock.move(limits.loginFailures.within + 1);
  expect(await right('x.y@example.com', '10.7.0.1')).toBe('in');
});

test('an account is held back for an hour after fifty failures under all its names', async () => {
  const accountOf = async () => branded<'User'>(name);
  const typed = [name, `q${round}@example.com`];
  for (let tries = 0; tries < perUser; tries++) {
    await throttle.attempt(
      { address: `10.8.0.${tries}`, name: typed[tries % 2] ?? '', accountOf },
      async () => undefined,
    );
  }
  const right = () => throttle.attempt({ address: '10.8.1.1', name, accountOf }, async () => 'in');
  expect(await right()).toBeUndefined();
  server.clock.move(perUserWithin + 1);
  expect(await right()).toBe('in');
});

test('as much is looked up and counted for a name that nobody has', async () => {
  const counted: string[] = [];
  const store: ThrottleStore = {
    ...{
      clear: async () => undefined,
      takeTurn: async () => 0,
      sweep: async () => 0,
      standing: async (keys) => {
        counted.push(`${keys.length} looked up`);
        return new Map();
      },
    },
    fail: async ({ key }, full) => counted.push(`${key.slice(0, key.indexOf(':'))} of ${full?.most}`),
  };
  const quiet = new LoginThrottle(store, server.clock);
  const steps = async (account: User | undefined) => {
    counted.length = 0;
    await quiet.attempt({ address: '10.9.1.1', name, accountOf: async () => account }, async () => undefined);
    return [...counted];
  };
  expect(await steps(undefined)).toEqual(await steps(branded<'User'>(name)));
});

test('characters that no name has make no other name', async () => {
  const tryAs = (typed: string, n: number) => refusalOf({ address: `10.4.0.${n}`, name: typed });
  const spellings = Array.from({ length: perUser }, (_, n) => `demo/${'['.repeat(n)}${name.slice('DEMO/'.length)}`);
  for (const [n, typed] of spellings.entries()) expect(await tryAs(typed, n)).toBeUndefined();
  expect(await tryAs(name, 100)).toMatchObject({ code: 'too_many' });
  expect(await tryAs(`D"EMO/${name.slice('DEMO/'.length)}\u0001`, 101)).toMatchObject({ code: 'too_many' });
});

test('a clock that is set back neither ends a wait nor makes it last', async () => {
  const { within } = limits.loginFailures;
  for (const back of [16 * 60_000, 365 * 24 * 60 * 60_000]) {
    name = `${name}b`;
    server.clock.move(back);
    for (let tries = 0; tries < perPair; tries++) await attempt(false);
    server.clock.move(-back);
    expect(await attempt(true)).toBe('refused');
    server.clock.move(within - 1);
    expect(await attempt(true)).toBe('refused');
    server.clock.move(2);
    expect(await attempt(true)).toBe('in');
  }
});

test('a clock that is set ahead ends no wait on the server that saw it', async () => {
  const times = { now: Date.UTC(2026, 0, 1), steady: 0 };
  const dir = await mkdtemp(join(tmpdir(), 'sheetwire-throttle-'));
  const clock = { now: () => times.now, steady: () => times.steady };
  const stores = await openStores({ databaseUrl: '', dataDir: dir, clock });
  try {
    throttle = new LoginThrottle(stores.throttle, clock);
    for (let tries = 0; tries < perPair; tries++) expect(await attempt(false)).toBe('wrong');
    times.now += 24 * perUserWithin;
    times.steady += limits.loginFailures.within - 1;
    expect(await attempt(true)).toBe('refused');
    times.steady += 1;
    expect(await attempt(true)).toBe('in');
  } finally {
    await stores.close();
    await rm(dir, { recursive: true });
  }
});

test('the clock of a server that was set neither unlocks nor locks, for the store tells the time', async () => {
  let now = server.clock.now();
  const other = new LoginThrottle(server.stores.throttle, { now: () => now });
  const from = async (isRight: boolean) => {
    const tried = other.attempt({ address: '10.0.3.1', name }, async () => (isRight ? name : undefined));
    return tried.then(
      (found) => (found === undefined ? 'wrong' : 'in'),
      (refused: Refusal) => refused.details.retryAfter,
    );
  };
  for (let tries = 0; tries < perPair; tries++) expect(await from(false)).toBe('wrong');
  for (const step of [24 * perUserWithin, -48 * perUserWithin]) {
    now += step;
    expect(await from(true)).toBe(limits.loginFailures.within / 1000);
  }
});

test('the audit log is told once of an account that bears no more', async () => {
  const account = branded<'User'>(name);
  const fail = (address: string) =>
    throttle.attempt({ address, name, accountOf: async () => account }, async () => undefined);
  for (let tries = 0; tries < perUser + 3; tries++) await fail(`10.3.0.${tries}`).catch(() => undefined);
  const { rows } = await server.stores.audit.search({ action: 'logins refused', object: name, limit: 9 });
  expect(rows.map(({ after }) => JSON.parse(after))).toEqual([{ failed: perUser, of: 'this account', minutes: 60 }]);
});

test('a restart forgets no failure', async () => {
  for (let tries = 0; tries < perPair; tries++) await attempt(false);
  throttle = new LoginThrottle(server.stores.throttle, server.clock);
  expect(await attempt(true)).toBe('refused');
});
