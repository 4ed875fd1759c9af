import { argon2Sync } from 'node:crypto';
import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { productCost } from '#identity/passwords/passwords.ts';
import { browser, startTestApp, type TestApp } from '../../testing/test-app.ts';

const password = 'a long password';
const minute = 60_000;
let server: TestApp;
beforeEach(async () => {
  server = await startTestApp({ SHEETWIRE_SUPER_ADMINS: 'DEMO/super' });
  await server.addUser('DEMO/jane', password, { email: 'Jane@Example.com' });
});
afterEach(() => server.stop());

async function signedIn(user = 'DEMO/jane', typed = password) {
  const visitor = browser(server);
  const answer = await visitor.post('accounts/login/', { user, password: typed });
  return { visitor, ...answer };
}

async function auditActions(): Promise<string[]> {
  return (await server.stores.audit.read({ limit: 20 })).map((row) => row.action);
}

test.each(['DEMO/jane', ' demo/JANE ', 'jane@example.com', 'jane', 'JANE'])('%s signs in', async (typed) => {
  const { visitor, body } = await signedIn(typed);
  expect(body).toEqual({ message: '', info: expect.stringMatching(/^v1\./) });
  expect(await visitor.call('accounts/username/')).toMatchObject({ user: 'DEMO/jane', isCookieLogin: true });
});

test('a hash of an older cost gives way at the next login, at two logins at once too', async () => {
  await server.stop();
  server = await startTestApp({}, { passwordCost: productCost });
  await server.addUser('DEMO/jane', password, { email: 'Jane@Example.com' });
  const weaker = { memory: 64, passes: 1, parallelism: 1, nonce: Buffer.alloc(16), tagLength: 32 };
  const tag = argon2Sync('argon2id', { message: password, ...weaker });
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const old = `$argon2id$v=19$m=64,t=1,p=1$${unpadded(weaker.nonce)}$${unpadded(tag)}`;
  await server.stores.users.update(await janeName(), { passwordHash: old });
  const answers = await Promise.all([signedIn('DEMO/jane'), signedIn('jane')]);
  expect(answers.map(({ body }) => body.message)).toEqual(['', '']);
  expect((await server.stores.users.get(await janeName()))?.passwordHash).toMatch(/m=19456,t=2,p=1/);
});

test('a bare name that two users have signs nobody in', async () => {
  await server.addUser('ACME/jane', password);
  expect((await signedIn('jane')).body).toMatchObject({ info: '' });
  expect((await signedIn('ACME/jane')).body).toMatchObject({ message: '' });
});

test('an email address is looked up in the same steps whether or not somebody has it', async () => {
  const { users } = server.stores;
  const looks = [vi.spyOn(users, 'byEmail'), vi.spyOn(users, 'byShortName')];
  for (const user of ['jane@example.com', 'nobody@example.com']) {
    await browser(server).call('accounts/login/', { user, password: 'wrong' });
    expect(looks.map((look) => look.mock.calls.length)).toEqual([1, 1]);
    for (const look of looks) look.mockClear();
  }
  vi.restoreAllMocks();
});

test('a wrong password, an unknown and a disabled user are answered alike', async () => {
  await server.addUser('DEMO/gone', password, { disabledAt: server.clock.now() });
  const answers = [
    await signedIn('DEMO/jane', 'wrong'),
    await signedIn('DEMO/unknown', 'wrong'),
    await signedIn('not a name', 'wrong'),
    await signedIn('DEMO/gone', password),
    await signedIn('DEMO/jane', `${password} `),
  ];
  const [first] = answers;
  expect(first?.body).toEqual({ message: 'Incorrect username or password', info: '' });
  for (const { status, body, visitor } of answers)
    expect([status, body, visitor.cookie]).toEqual([200, first?.body, '']);
});

test('the cookie is for this host alone, unread by scripts, and the store holds only its hash', async () => {
  const { headers, visitor } = await signedIn();
  expect(headers['set-cookie']).toMatch(/^__Host-sheetwire=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  const [session] = await server.stores.sessions.listOf(await janeName());
  expect(visitor.cookie).not.toContain(session?.idHash ?? 'no session');
});

async function janeName() {
  const jane = await server.stores.users.byShortName('jane');
  if (!jane) throw new Error('no jane');
  return jane.name;
}

test('each sign-in has a new session and ends the one before it', async () => {
  const { visitor } = await signedIn();
  const before = visitor.cookie;
  await visitor.post('accounts/login/', { user: 'DEMO/jane', password });
  expect(visitor.cookie).not.toBe(before);
  visitor.cookie = before;
  expect(await visitor.call('accounts/username/')).toMatchObject({ user: '' });
});

test('the eleventh try after ten failures is refused until 15 minutes are over, at this address only', async () => {
  for (let tries = 0; tries < limits.loginFailures.perPair; tries++) await signedIn('DEMO/jane', 'wrong');
  const refused = await signedIn();
  expect([refused.status, refused.headers['retry-after'], refused.body]).toMatchObject([
    429,
    '900',
    { message: expect.stringContaining('Too many failed logins'), info: '', error: { code: 'too_many' } },
  ]);
  const elsewhere = browser(server, '10.0.0.9');
  expect(await elsewhere.call('accounts/login/', { user: 'DEMO/jane', password })).toMatchObject({ message: '' });
  server.clock.move(15 * minute + 1);
  expect((await signedIn()).status).toBe(200);
});

test('a thousand logins at one account hold up nobody else', async () => {
  await server.addUser('DEMO/bob', password);
  const flood = Array.from({ length: 1000 }, (_, n) =>
    browser(server, `10.0.${n >> 8}.${n & 255}`).post('accounts/login/', { user: 'DEMO/jane', password: 'wrong' }),
  );
  const bob = await signedIn('DEMO/bob');
  expect([bob.status, bob.body.message]).toEqual([200, '']);
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1000 - limits.loginFailures.perUser);
  for (const { headers, body } of refused) {
    expect([Number(headers['retry-after']) > 0, typeof body.message, body.info]).toEqual([true, 'string', '']);
  }
});

test('stored info opens a session once and gives its successor', async () => {
  const { body, visitor } = await signedIn();
  visitor.cookie = '';
  const next = await visitor.call('accounts/infologin/', { userinfo: body.info });
  expect(next.info).toMatch(/^v1\./);
  expect(next.info).not.toBe(body.info);
  expect(await visitor.call('accounts/username/')).toMatchObject({ user: 'DEMO/jane', isCookieLogin: true });
});

test('two tabs that present the same info within 30 s get the same successor', async () => {
  const { body } = await signedIn();
  const use = () => browser(server).call('accounts/infologin/', { userinfo: body.info });
  const [one, other] = await Promise.all([use(), use()]);
  expect(one.info).toBe(other.info);
  server.clock.move(limits.storedInfoGrace);
  expect(await use()).toEqual(one);
});

test('info replayed after its grace ends its whole family and the sessions it opened', async () => {
  const { body, visitor: owner } = await signedIn();
  const thief = browser(server);
  const stolen = await thief.call('accounts/infologin/', { userinfo: body.info });
  server.clock.move(limits.storedInfoGrace + 1);
  expect(await browser(server).call('accounts/infologin/', { userinfo: body.info })).toEqual({ info: '' });
  for (const visitor of [owner, thief]) expect(await visitor.call('accounts/username/')).toMatchObject({ user: '' });
  expect(await browser(server).call('accounts/infologin/', { userinfo: stolen.info })).toEqual({ info: '' });
  expect(await auditActions()).toContain('stored login replayed');
});

test('info older than the one before is a replay too', async () => {
  const { body } = await signedIn();
  const visitor = browser(server);
  const second = await visitor.call('accounts/infologin/', { userinfo: body.info });
  const third = await visitor.call('accounts/infologin/', { userinfo: second.info });
  expect(await browser(server).call('accounts/infologin/', { userinfo: body.info })).toEqual({ info: '' });
  expect(await browser(server).call('accounts/infologin/', { userinfo: third.info })).toEqual({ info: '' });
});

test('info that is unknown, made up or over is refused', async () => {
  const { body } = await signedIn();
  const use = (userinfo: unknown) => browser(server).call('accounts/infologin/', { userinfo });
  expect(await use('')).toEqual({ info: '' });
  expect(await use(`v1.AAAAAAAAAAAAAAAA.${'A'.repeat(43)}`)).toEqual({ info: '' });
  server.clock.move(limits.storedInfoIdle + 1);
  expect(await use(body.info)).toEqual({ info: '' });
});

test('a logout ends the session and its stored info, and is no fault twice', async () => {
  const { body, visitor } = await signedIn();
  const other = await signedIn();
  expect((await visitor.post('accounts/logout/', { user: 'DEMO/somebody' })).status).toBe(200);
  expect(visitor.cookie).toBe('');
  expect((await visitor.post('accounts/logout/', {})).status).toBe(200);
  expect(await browser(server).call('accounts/infologin/', { userinfo: body.info })).toEqual({ info: '' });
  expect(await other.visitor.call('accounts/username/')).toMatchObject({ user: 'DEMO/jane' });
});

test('a session ends after 12 hours without a call and lives on with calls, 30 days at most', async () => {
  const { visitor } = await signedIn();
  const hours = 60 * minute;
  for (let day = 0; day < 59; day++) {
    server.clock.move(12 * hours);
    await server.app.identity.lines.settle();
    expect(await visitor.call('accounts/username/')).toMatchObject({ user: 'DEMO/jane' });
  }
  await server.app.identity.lines.settle();
  server.clock.move(12 * hours + 1);
  expect(await visitor.call('accounts/username/')).toMatchObject({ user: '' });
  const idle = (await signedIn()).visitor;
  server.clock.move(12 * hours + limits.seenEvery + 1);
  expect(await idle.call('accounts/username/')).toMatchObject({ user: '' });
});

test('a user who changed is read again and stays signed in', async () => {
  const { visitor } = await signedIn();
  server.app.identity.lines.changedUser(await janeName());
  expect(await visitor.call('accounts/username/')).toMatchObject({ user: 'DEMO/jane' });
});

test('everything of a user ends with the user', async () => {
  const { body, visitor } = await signedIn();
  await server.app.identity.lines.endUser(await janeName(), 'everything');
  expect(await visitor.call('accounts/username/')).toMatchObject({ user: '' });
  expect(await browser(server).call('accounts/infologin/', { userinfo: body.info })).toEqual({ info: '' });
});

test('a user disabled on another node is out within seconds', async () => {
  const { visitor } = await signedIn();
  await visitor.call('accounts/username/');
  await server.stores.users.update(await janeName(), { disabledAt: server.clock.now() });
  server.clock.move(limits.identityCache);
  expect(await visitor.call('accounts/username/')).toMatchObject({ user: '' });
});

test('recent reports are kept in their order, each once, for the caller alone', async () => {
  const { visitor } = await signedIn();
  const recentReports = ['demo/desk/daily', 'DEMO/DESK/RISK', 'DEMO/DESK/DAILY'];
  expect(await visitor.call('accounts/usersettings/', { user: 'DEMO/super', recentReports })).toEqual({});
  expect(await visitor.call('accounts/username/')).toMatchObject({
    recentReports: ['DEMO/DESK/DAILY', 'DEMO/DESK/RISK'],
  });
  await visitor.call('accounts/usersettings/', { recentReports: [] });
  expect(await visitor.call('accounts/username/')).toMatchObject({ recentReports: [] });
  expect((await visitor.post('accounts/usersettings/', { recentReports: ['nonsense'] })).status).toBe(400);
});

test('the email of a password account is not told, it is its password', async () => {
  await server.addUser('DEMO/pw', password, { email: 'sealed@is.password' });
  expect(await (await signedIn()).visitor.call('accounts/emaildetails/')).toEqual({
    email: 'Jane@Example.com',
    adUser: '',
  });
  expect(await (await signedIn('DEMO/pw')).visitor.call('accounts/emaildetails/')).toEqual({ email: '', adUser: '' });
});

test('nobody is told as such, with no flag set', async () => {
  const visitor = browser(server);
  for (const path of ['accounts/username/', 'accounts/usernameremote/']) {
    expect((await visitor.post(path)).body).toMatchObject({ user: '', hasLicense: false, isCookieLogin: false });
  }
  expect(await visitor.call('accounts/usesso/')).toEqual({ usesso: false, ssoLoginUrl: '' });
  expect(await visitor.call('accounts/trywindowsauth/')).toEqual({ trywindowsauth: false });
});

test('logins are audited with their address, a mistyped password is not', async () => {
  await signedIn();
  await signedIn('DEMO/jane', 'wrong');
  await signedIn('my secret password', 'jane');
  const rows = await server.stores.audit.read({ limit: 10 });
  expect(rows.map(({ actor, action, object, address }) => [actor, action, object, address])).toEqual([
    ['', 'login failed', '(no user name)', '127.0.0.1'],
    ['', 'login failed', 'DEMO/jane', '127.0.0.1'],
    ['DEMO/jane', 'login by password', 'DEMO/jane', '127.0.0.1'],
  ]);
});
