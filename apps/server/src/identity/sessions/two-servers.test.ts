import { limits } from '@sheetwire/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runUserCommand } from '#identity/operator/user-command.ts';
import { hashSecret } from '#secrets/secrets.ts';
import { listen, StreamClient } from '#testing/stream-client.ts';
import { browser, startTestApp, type TestApp, type TestBrowser, withBearer } from '#testing/test-app.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';

const START = 60_000;
const within = 1000;
const password = 'a long password';
let postgres: PostgresServer;
let here: TestApp;
let there: TestApp;
let bases: string[] = [];

beforeAll(async () => {
  postgres = await withPostgres();
  const databaseUrl = await postgres.newDatabase();
  here = await startTestApp({}, { databaseUrl });
  there = await startTestApp({}, { databaseUrl });
  bases = [await listen(here), await listen(there)];
}, START);
afterAll(async () => {
  await here.stop();
  await there.stop();
  await postgres.stop();
}, START);

/** What one user may hold: two browsers, each with its stored login, an add-in's credential and an API key. */
interface Holder {
  readonly name: string;
  readonly first: TestBrowser;
  readonly second: TestBrowser;
  readonly cookies: Readonly<Record<'first' | 'second', string>>;
  readonly infos: Readonly<Record<'first' | 'second', string>>;
  readonly bearers: Readonly<Record<'credential' | 'key', string>>;
  /** One of each line at each server. */
  readonly streams: Readonly<Record<Line, readonly StreamClient[]>>;
}

const lines = ['first', 'second', 'credential', 'key'] as const;
type Line = (typeof lines)[number];
type Held = Line | 'firstInfo' | 'secondInfo';

async function holder(name: string): Promise<Holder> {
  await here.addUser(name, password);
  const [first, second] = [browser(here), browser(there)];
  const infos = { first: await signIn(first, name), second: await signIn(second, name) };
  const { token } = await first.call('tokens/newtoken/');
  const exchanged = await second.call('tokens/exchange/', { token, app: 'Excel', instanceId: 'one', version: '1.2.0' });
  const { key } = await first.call('tokens/apikeys/', { name: 'robot' });
  const cookies = { first: first.cookie, second: second.cookie };
  const bearers = { credential: String(exchanged.credential), key: String(key) };
  const open = (headers: Record<string, string>) => Promise.all(bases.map((base) => StreamClient.open(base, headers)));
  const streams = {
    first: await open({ cookie: cookies.first }),
    second: await open({ cookie: cookies.second }),
    credential: await open({ authorization: `Bearer ${bearers.credential}` }),
    key: await open({ authorization: `Bearer ${bearers.key}` }),
  };
  const held: Holder = { name, first, second, cookies, infos, bearers, streams };
  // Both servers know all of them from memory by now.
  for (const line of lines) expect(await isAlive(held, line)).toEqual([true, true]);
  return held;
}

async function signIn(visitor: TestBrowser, name: string): Promise<string> {
  return String((await visitor.call('accounts/login/', { user: name, password })).info);
}

/** Whether each server takes it. */
function isAlive(held: Holder, line: Line): Promise<boolean[]> {
  const ask = async (server: TestApp) => {
    if (line === 'credential' || line === 'key') {
      const call = { path: 'viewtopics/topicsdetails/', body: { currnumtopics: 0 } };
      return (await withBearer(server, held.bearers[line], call)).status === 200;
    }
    const visitor = browser(server);
    visitor.cookie = held.cookies[line];
    return (await visitor.call('accounts/username/')).user === held.name;
  };
  return Promise.all([here, there].map(ask));
}

async function isInfoGood(held: Holder, which: 'first' | 'second'): Promise<boolean> {
  return (await browser(there).call('accounts/infologin/', { userinfo: held.infos[which] })).info !== '';
}

async function changePassword({ name }: Holder): Promise<void> {
  const command = { command: 'set-password', user: name, password: 'violet kettle under bridge 47' };
  expect(await runUserCommand(here.app.identity, command)).toMatchObject({ outcome: 'done' });
}

async function userOf({ name }: Holder) {
  const user = (await here.stores.users.list()).find((record) => record.name === name)?.name;
  return user ?? expect.unreachable();
}

/** What ends what, as docs/operate/sessions.md says it. */
const ends: Readonly<Record<string, { does(held: Holder): Promise<void>; readonly ended: readonly Held[] }>> = {
  'a logout': {
    does: async ({ first }) => void (await first.call('accounts/logout/', {})),
    ended: ['first', 'firstInfo'],
  },
  'the end of another session': {
    async does({ first }) {
      const { sessions } = await first.call('accounts/sessions/', {});
      const other = Array.isArray(sessions) && sessions.find((one) => one.kind === 'browser' && !one.isThis);
      expect(await first.call('accounts/endsession/', { id: other.id })).toEqual({});
    },
    ended: ['second', 'secondInfo'],
  },
  'the end of a credential': {
    async does({ first }) {
      const { sessions } = await first.call('accounts/sessions/', {});
      const addin = Array.isArray(sessions) && sessions.find((one) => one.kind === 'addin');
      expect(await first.call('accounts/endsession/', { id: addin.id })).toEqual({});
    },
    ended: ['credential'],
  },
  'signing out everywhere': {
    async does({ first }) {
      expect(await first.call('accounts/endsessions/', {})).toEqual({});
    },
    ended: ['first', 'second', 'credential', 'firstInfo', 'secondInfo'],
  },
  'a new password': {
    does: changePassword,
    ended: ['first', 'second', 'credential', 'firstInfo', 'secondInfo'],
  },
  'a stored login used twice': {
    async does({ infos }) {
      const next = String((await browser(here).call('accounts/infologin/', { userinfo: infos.first })).info);
      await browser(there).call('accounts/infologin/', { userinfo: next });
      expect(await browser(here).call('accounts/infologin/', { userinfo: infos.first })).toEqual({ info: '' });
    },
    ended: ['first', 'firstInfo'],
  },
  disabling: {
    async does(held) {
      const user = await userOf(held);
      await here.stores.users.update(user, { disabledAt: here.clock.now() });
      await here.app.identity.lines.endUser(user, 'everything');
    },
    ended: ['first', 'second', 'credential', 'key', 'firstInfo', 'secondInfo'],
  },
  removal: {
    async does(held) {
      const user = await userOf(held);
      await here.stores.users.remove(user);
      await here.app.identity.lines.endUser(user, 'everything');
    },
    ended: ['first', 'second', 'credential', 'key', 'firstInfo', 'secondInfo'],
  },
};

test.each(Object.entries(ends))(
  '%s ends what it should on every server within a second, streams too, and nothing else',
  async (name, { does, ended }) => {
    const held = await holder(`DEMO/${name.replaceAll(' ', '.')}`);
    await does(held);
    const over = lines.filter((line) => ended.includes(line));
    const from = performance.now();
    const gone = Promise.all(over.flatMap((line) => held.streams[line].map((stream) => stream.ended())));
    const refused = over.map((line) =>
      expect.poll(() => isAlive(held, line), { timeout: START, interval: 20 }).toEqual([false, false]),
    );
    await Promise.all([gone, ...refused]);
    expect(performance.now() - from).toBeLessThan(within);
    for (const line of lines) if (!ended.includes(line)) expect(await isAlive(held, line)).toEqual([true, true]);
    expect(await isInfoGood(held, 'first')).toBe(!ended.includes('firstInfo'));
    expect(await isInfoGood(held, 'second')).toBe(!ended.includes('secondInfo'));
    const open = lines.filter((line) => !ended.includes(line)).flatMap((line) => held.streams[line]);
    expect(open.map((stream) => stream.isOver)).toEqual(open.map(() => false));
    for (const stream of lines.flatMap((line) => held.streams[line])) stream.close();
  },
  START,
);

/** The hash that a browser's session is kept under. */
const idHashOf = (cookie: string) => hashSecret(cookie.slice(cookie.indexOf('=') + 1));

/** Ends that the store keeps and of which no server tells another: the one that wrote it ended before its word. */
const untold: Readonly<Record<string, { does(held: Holder): Promise<unknown>; readonly ended: readonly Line[] }>> = {
  'a session': {
    does: ({ cookies }) => here.stores.sessions.end(idHashOf(cookies.second)),
    ended: ['second'],
  },
  'a stored login and its sessions': {
    async does(held) {
      const user = await userOf(held);
      const session = await here.stores.sessions.get(idHashOf(held.cookies.second));
      return here.stores.sessions.endFamily(user, session?.family ?? '');
    },
    ended: ['second'],
  },
  'all sessions of a user': {
    does: async (held) => here.stores.sessions.endUser(await userOf(held), 'sessions'),
    ended: ['first', 'second', 'credential'],
  },
  'a credential': {
    does: ({ bearers }) => here.stores.tokens.endCredential(hashSecret(bearers.credential)),
    ended: ['credential'],
  },
  'an API key': {
    async does(held) {
      const user = await userOf(held);
      const [key] = await here.stores.tokens.keysOf(user);
      return here.stores.tokens.revokeKey(user, key?.id ?? '');
    },
    ended: ['key'],
  },
};

test.each(Object.entries(untold))(
  'the end of %s of which nobody tells is found by every server within seconds, streams end, and no others',
  async (name, { does, ended }) => {
    const held = await holder(`DEMO/untold.${name.replaceAll(/\W/g, '.').toLowerCase()}`);
    const from = performance.now();
    await does(held);
    await Promise.all(ended.flatMap((line) => held.streams[line].map((stream) => stream.ended())));
    expect(performance.now() - from).toBeLessThan(limits.missedVersions.every + 2 * within);
    for (const line of ended) expect(await isAlive(held, line)).toEqual([false, false]);
    const open = lines.filter((line) => !ended.includes(line));
    for (const line of open) expect(await isAlive(held, line)).toEqual([true, true]);
    const streams = open.flatMap((line) => held.streams[line]);
    expect(streams.map((stream) => stream.isOver)).toEqual(streams.map(() => false));
    for (const stream of streams) stream.close();
  },
  START,
);

test('tabs of both servers that present one stored login at once get one successor; an older one ends the family', async () => {
  await here.addUser('DEMO/tabs', password);
  const info = await signIn(browser(here), 'DEMO/tabs');
  const use = async (userinfo: unknown, server: TestApp) =>
    (await browser(server).call('accounts/infologin/', { userinfo })).info;
  const all = Array.from({ length: 10 }, (_, n) => use(info, n % 2 === 0 ? here : there));
  const [next, ...others] = await Promise.all(all);
  expect(new Set(others)).toEqual(new Set([expect.stringMatching(/^v1\./)]));
  expect(new Set([next, ...others]).size).toBe(1);
  const last = await use(next, there);
  expect(await use(info, here)).toBe('');
  expect(await use(last, there)).toBe('');
});

test('a record that changed is read anew on every server, and ends no stream', async () => {
  const held = await holder('DEMO/changed');
  const user = await userOf(held);
  await here.stores.users.update(user, { blockAdminPage: true });
  here.app.identity.lines.changedUser(user);
  const blocked = async (server: TestApp) => {
    const visitor = browser(server);
    visitor.cookie = held.cookies.first;
    return (await visitor.call('accounts/username/')).blockAdminPage;
  };
  await expect.poll(() => Promise.all([here, there].map(blocked)), { timeout: within }).toEqual([true, true]);
  const open = lines.flatMap((line) => held.streams[line]);
  expect(open.map((stream) => stream.isOver)).toEqual(open.map(() => false));
  for (const stream of open) stream.close();
});

test(
  'a seat that is let go at one server is had at the other within one retry, and kept through its restart',
  async () => {
    const databaseUrl = await postgres.newDatabase();
    const start = () => startTestApp({ SHEETWIRE_LICENSE_SEATS: '1' }, { databaseUrl });
    const [one, other] = [await start(), await start()];
    for (const name of ['ann', 'bob', 'cleo']) await one.addUser(`DEMO/${name}`, password);
    const visit = async (server: TestApp, name: string) => {
      const visitor = browser(server);
      await signIn(visitor, `DEMO/${name}`);
      return visitor;
    };
    const isIn = async (visitor: TestBrowser) => (await visitor.call('accounts/username/')).hasLicense;
    const [ann, bob] = [await visit(one, 'ann'), await visit(other, 'bob')];
    expect([await isIn(ann), await isIn(bob), await isIn(bob)]).toEqual([true, false, false]);
    await ann.call('accounts/logout/', {});
    await expect.poll(() => isIn(bob), { interval: limits.sessionRetry.desktop, timeout: 2 * within }).toBe(true);
    const cleo = await visit(one, 'cleo');
    expect(await isIn(cleo)).toBe(false);
    await other.stop();
    const again = await start();
    const back = browser(again);
    back.cookie = bob.cookie;
    expect([await isIn(back), await isIn(cleo)]).toEqual([true, false]);
    await one.stop();
    await again.stop();
  },
  START,
);
