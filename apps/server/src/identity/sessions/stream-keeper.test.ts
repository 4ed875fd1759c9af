import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSecret } from '#secrets/secrets.ts';
import { browser, startTestApp, type TestApp } from '#testing/test-app.ts';
import { keepStreams, startStreamKeeper } from './stream-keeper.ts';

const password = 'a long password';
let server: TestApp;
let ended: string[] = [];
beforeEach(async () => {
  ended = [];
  server = await startTestApp({ SHEETWIRE_LICENSE_SEATS: '1' });
  for (const name of ['ann', 'bob']) await server.addUser(`DEMO/${name}`, password);
});
afterEach(() => server.stop());
const none = { owners: () => [], ownersOf: () => [], stays: () => undefined };

async function signedIn(name: string) {
  const visitor = browser(server);
  await visitor.call('accounts/login/', { user: `DEMO/${name}`, password });
  const owner = { kind: 'session', lineHash: hashSecret(visitor.cookie.split('=')[1] ?? '') } as const;
  return { visitor, owner };
}

async function look(owner: Awaited<ReturnType<typeof signedIn>>['owner']): Promise<void> {
  await keepStreams(server.app.identity.lines, {
    ...none,
    owners: () => [owner],
    end: (_, reason) => ended.push(reason),
  });
  await server.app.identity.lines.settle();
}

test('an open stream keeps its session and its seat', async () => {
  const { visitor, owner } = await signedIn('ann');
  const bob = await signedIn('bob');
  for (let passed = 0; passed <= limits.sessionIdle + limits.seatIdle; passed += limits.seatIdle) {
    await look(owner);
    server.clock.move(limits.seatIdle);
  }
  expect(ended).toEqual([]);
  expect(await visitor.call('accounts/username/')).toMatchObject({ user: 'DEMO/ann', hasLicense: true });
  expect(await bob.visitor.call('accounts/username/')).toMatchObject({ user: '' });
});

test('a stream ends with its session', async () => {
  const { owner } = await signedIn('ann');
  await server.stores.sessions.end(owner.lineHash);
  server.clock.move(limits.identityCache);
  await look(owner);
  expect(ended).toEqual(['ended']);
});

test('a stream whose user lost the seat ends with that reason', async () => {
  const ann = await signedIn('ann');
  await look(ann.owner);
  const bob = await signedIn('bob');
  server.clock.move(limits.seatIdle + 1);
  expect(await bob.visitor.call('accounts/username/')).toMatchObject({ hasLicense: true });
  await look(ann.owner);
  expect(ended).toEqual(['license']);
});

test('a stream that was opened while its session ended is ended', async () => {
  const { visitor, owner } = await signedIn('ann');
  const { lines } = server.app.identity;
  await visitor.call('accounts/logout/', {});
  const over = new Promise<string>((resolve) => {
    const streams = { ...none, end: (_: string, reason: string) => resolve(reason) };
    const keeper = startStreamKeeper(lines, streams, (error) => expect.unreachable(String(error)));
    keeper.opened(owner);
    keeper.stop();
  });
  expect(await over).toBe('ended');
});

test('of very many streams some are looked at in a turn, whatever else is due goes on in between', async () => {
  const count = 3 * limits.keptAtOnce;
  const owners = Array.from({ length: count }, (_, n) => ({ kind: 'session' as const, lineHash: `nobody's ${n}` }));
  const inTurns = [0];
  let isOver = false;
  const turn = () => {
    inTurns.push(0);
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const end = () => void inTurns.push((inTurns.pop() ?? 0) + 1);
  await keepStreams(server.app.identity.lines, { ...none, owners: () => owners, end });
  isOver = true;
  expect(inTurns.reduce((sum, one) => sum + one)).toBe(count);
  expect(Math.max(...inTurns)).toBeLessThanOrEqual(limits.keptAtOnce);
});

test('what a broken bus may have hidden is looked for at once', async () => {
  const { owner } = await signedIn('ann');
  await server.stores.sessions.end(owner.lineHash);
  server.clock.move(limits.identityCache);
  const over = new Promise<string>((resolve) => {
    const streams = { ...none, owners: () => [owner], end: (_: string, reason: string) => resolve(reason) };
    const keeper = startStreamKeeper(server.app.identity.lines, streams, (error) => expect.unreachable(String(error)));
    keeper.look();
    keeper.stop();
  });
  expect(await over).toBe('ended');
});
