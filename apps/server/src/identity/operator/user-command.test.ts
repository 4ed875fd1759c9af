import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keptEmail } from '#identity/passwords/password-account.ts';
import { browser, startTestApp, type TestApp, withBearer } from '#testing/test-app.ts';
import { controlSocketPath, listenForCommands, sendCommand } from './control-socket.ts';
import { runUserCommand, type UserCommandDeps } from './user-command.ts';

const password = 'a long password';
let server: TestApp;
let deps: UserCommandDeps;
beforeAll(async () => {
  server = await startTestApp();
  deps = { ...server.app.identity, secretKey: randomBytes(32), entities: ['DEMO'] };
});
afterAll(() => server.stop());

const run = (command: Record<string, unknown>) => runUserCommand(deps, command);
const stored = (name: string) => server.stores.users.byShortName(name);

test('a user is made in canonical form and signs in', async () => {
  const made = await run({ command: 'add', user: 'demo/Ann', email: 'ann@example.com', password });
  expect(made).toEqual({ outcome: 'done', message: 'DEMO/ann added' });
  const answer = await browser(server).call('accounts/login/', { user: 'DEMO/ann', password });
  expect(answer).toMatchObject({ message: '' });
});

test('a user who is made without a password is told how to come to one', async () => {
  const add = (name: string, more: object) => {
    const ways = { ...deps.waysIn, dataDir: 'data', ...more };
    return runUserCommand({ ...deps, waysIn: ways }, { command: 'add', user: `DEMO/${name}`, email: `${name}@b.com` });
  };
  const [first, , , last] = (await add('ivy', { publicUrl: 'https://a.example/', smtpUrl: '' })).message.split('\n');
  expect([first, last]).toEqual([
    'DEMO/ivy added without a password; no email was sent',
    '  or run: sheetwire user set-password "DEMO/ivy" --password-stdin',
  ]);
  expect((await add('fay', { publicUrl: 'https://a.example/', smtpUrl: '' })).message).toContain(
    'request a link for fay@b.com on https://a.example/resetpassword; it is saved in data/outbox because SHEETWIRE_SMTP_URL is not',
  );
  const mailed = { publicUrl: 'https://a.example', smtpUrl: 'smtp://mail', oidcIssuer: 'https://id.example' };
  expect((await add('gil', mailed)).message.split('\n').slice(1, 3)).toEqual([
    'Users who log in with single sign-on or Windows need no password. To set one anyway:',
    '  the user requests a link on https://a.example/resetpassword; it is emailed to gil@b.com',
  ]);
  const kept = await run({ command: 'add', user: 'DEMO/hal', email: 'a long passphrase@is.password' });
  expect(kept.message).toBe('DEMO/hal added');
});

test.each([
  ['a name without entity', { command: 'add', user: 'ann', email: 'a@b.com' }, 'usage'],
  ['an entity that users may not be made in', { command: 'add', user: 'ACME/x', email: 'x@b.com' }, 'usage'],
  ['no email address', { command: 'add', user: 'DEMO/x', email: 'nonsense' }, 'usage'],
  ['a short password', { command: 'add', user: 'DEMO/x', email: 'x@b.com', password: 'short' }, 'usage'],
  ['a short password account', { command: 'add', user: 'DEMO/x', email: 'short@is.password' }, 'usage'],
  [
    'a password that is easily guessed',
    { command: 'add', user: 'DEMO/x', email: 'x@b.com', password: 'qwertyuiop12' },
    'usage',
  ],
  [
    'a password account that is easily guessed',
    { command: 'add', user: 'DEMO/x', email: 'qwertyuiop12@is.password' },
    'usage',
  ],
  ['an unknown command', { command: 'remove', user: 'DEMO/x' }, 'usage'],
  ['an unknown user', { command: 'set-password', user: 'DEMO/x', password }, 'usage'],
  ['an unknown field', { command: 'set', user: 'DEMO/x', superAdmin: true }, 'usage'],
])('%s is refused', async (_, command, outcome) => {
  expect(await run(command)).toMatchObject({ outcome });
  expect(await stored('x')).toBeUndefined();
});

test('a name or an email twice is a conflict', async () => {
  await run({ command: 'add', user: 'DEMO/twice', email: 'twice@example.com' });
  expect(await run({ command: 'add', user: 'DEMO/TWICE', email: 'other@example.com' })).toMatchObject({
    outcome: 'conflict',
  });
  expect(await run({ command: 'add', user: 'DEMO/other', email: 'Twice@example.com' })).toMatchObject({
    outcome: 'conflict',
  });
});

test('a password account signs in by its address, which is stored sealed', async () => {
  const email = 'Password In Clear@is.password';
  expect(await run({ command: 'add', user: 'DEMO/pw', email })).toMatchObject({ outcome: 'done' });
  const record = await stored('pw');
  expect(record?.email).not.toContain('Password In Clear');
  expect(keptEmail(deps.secretKey, record?.email ?? '')).toBe(email);
  expect(keptEmail(randomBytes(32), record?.email ?? '')).toBeUndefined();
  const answer = await browser(server).call('accounts/login/', { user: 'DEMO/pw', password: 'Password In Clear' });
  expect(answer).toMatchObject({ message: '' });
});

test('a new password ends the sessions of its user', async () => {
  await server.addUser('DEMO/bob', password);
  const bob = browser(server);
  await bob.call('accounts/login/', { user: 'DEMO/bob', password });
  await run({ command: 'set-password', user: 'DEMO/bob', password: 'another password' });
  expect(await bob.call('accounts/username/')).toMatchObject({ user: '' });
  await bob.call('accounts/login/', { user: 'DEMO/bob', password: 'another password' });
  expect(await bob.call('accounts/username/')).toMatchObject({ user: 'DEMO/bob' });
});

test('a disabled user is out with everything, and in again only with the password', async () => {
  await server.addUser('DEMO/dora', password);
  const dora = browser(server);
  const { info } = await dora.call('accounts/login/', { user: 'DEMO/dora', password });
  const { key } = await dora.call('tokens/apikeys/', { name: 'robot' });
  await run({ command: 'set', user: 'DEMO/dora', disabled: true });
  expect(await dora.call('accounts/username/')).toMatchObject({ user: '' });
  expect(await browser(server).call('accounts/infologin/', { userinfo: info })).toEqual({ info: '' });
  const published = { path: 'publish/remove/', body: { topic: 'DEMO/A/B' } };
  expect((await withBearer(server, String(key), published)).status).toBe(401);
  expect(await dora.call('accounts/login/', { user: 'DEMO/dora', password })).toMatchObject({ info: '' });
  await run({ command: 'set', user: 'DEMO/dora', disabled: false });
  expect(await dora.call('accounts/username/')).toMatchObject({ user: '' });
  expect(await dora.call('accounts/login/', { user: 'DEMO/dora', password })).toMatchObject({ message: '' });
});

test('a user who is logged out everywhere keeps API keys alone', async () => {
  await server.addUser('DEMO/eve', password);
  const eve = browser(server);
  const { info } = await eve.call('accounts/login/', { user: 'DEMO/eve', password });
  const { key } = await eve.call('tokens/apikeys/', { name: 'robot' });
  expect(await run({ command: 'sign-out', user: 'demo/EVE' })).toEqual({
    outcome: 'done',
    message: 'DEMO/eve is logged out everywhere',
  });
  expect(await eve.call('accounts/username/')).toMatchObject({ user: '' });
  expect(await browser(server).call('accounts/infologin/', { userinfo: info })).toEqual({ info: '' });
  const published = { path: 'publish/remove/', body: { topic: 'DEMO/A/B' } };
  expect((await withBearer(server, String(key), published)).status).toBe(200);
});

test('the password of a password account is changed with its email, and with nothing else', async () => {
  await run({ command: 'add', user: 'DEMO/kept', email: 'Password In Clear@is.password' });
  expect(await run({ command: 'set-password', user: 'DEMO/kept', password })).toMatchObject({
    outcome: 'usage',
    message: expect.stringContaining('email'),
  });
});

test('switches take effect in the open session', async () => {
  await server.addUser('DEMO/cleo', password);
  const cleo = browser(server);
  await cleo.call('accounts/login/', { user: 'DEMO/cleo', password });
  expect(await cleo.call('accounts/username/')).toMatchObject({ blockAdminPage: false, canChangeEmail: true });
  await run({ command: 'set', user: 'DEMO/cleo', blockAdminPage: true, canChangeEmail: false });
  expect(await cleo.call('accounts/username/')).toMatchObject({ blockAdminPage: true, canChangeEmail: false });
});

test('commands come over a socket of the owner alone, and without a server there is no answer', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-control-'));
  const path = controlSocketPath(dataDir);
  expect(await sendCommand(path, {})).toBeUndefined();
  const stop = await listenForCommands(path, (command) => runUserCommand(deps, command));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await sendCommand(path, { command: 'add', user: 'DEMO/dan', email: 'dan@example.com' })).toEqual({
    outcome: 'done',
    message: expect.stringMatching(/^DEMO\/dan added/),
  });
  connect(path).end('not json\n');
  expect(await sendCommand(path, {})).toMatchObject({ outcome: 'usage' });
  await stop();
  expect(await sendCommand(path, {})).toBeUndefined();
  await rm(dataDir, { recursive: true });
});

test('a long data dir has its socket elsewhere, each its own', () => {
  const long = `/${'x'.repeat(120)}`;
  expect(controlSocketPath(long).length).toBeLessThan(108);
  expect(controlSocketPath(long)).not.toBe(controlSocketPath(`${long}y`));
});

test('a folder for the socket that others may write into is not used, by the server nor by the command', async () => {
  const shared = await mkdtemp(join(tmpdir(), 'sheetwire-shared-'));
  vi.stubEnv('TMPDIR', shared);
  const path = controlSocketPath(`/${'long '.repeat(30)}`);
  await mkdir(dirname(path), { mode: 0o777 });
  await chmod(dirname(path), 0o777);
  const server = createServer((socket) => socket.end('{"outcome":"done"}\n')).listen(path);
  await once(server, 'listening');
  try {
    await expect(sendCommand(path, { command: 'set-password' })).rejects.toThrow('is accessible to other users');
    await expect(listenForCommands(path, async () => undefined)).rejects.toThrow('is accessible to other users');
  } finally {
    server.close();
    vi.unstubAllEnvs();
    await rm(shared, { recursive: true });
  }
});
