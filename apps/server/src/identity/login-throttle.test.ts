import { limits } from '@sheetwire/contract/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { LoginThrottle } from './login-throttle.ts';

const { perPair, perUser, perUserWithin } = limits.loginFailures;
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

test('a restart forgets no failure', async () => {
  for (let tries = 0; tries < perPair; tries++) await attempt(false);
  throttle = new LoginThrottle(server.stores.throttle, server.clock);
  expect(await attempt(true)).toBe('refused');
});
