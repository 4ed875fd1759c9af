import { randomBytes } from 'node:crypto';
import { access, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as accounts from '@sheetwire/contract/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { controlSocketPath, sendCommand } from '#identity/operator/control-socket.ts';
import { loadSecretKey } from '#secrets/secret-key.ts';
import { openStores } from '#storage/open-stores.ts';
import { type Served, serve } from './serve.ts';
import { parseSettings } from './settings/settings.ts';

let dataDir = '';
let open: Served[] = [];
beforeEach(async () => {
  open = [];
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-serve-'));
});
afterEach(async () => {
  for (const served of open) await served.close();
  await rm(dataDir, { recursive: true });
});

async function start(environment: Record<string, string> = {}): Promise<Served> {
  const own = { SHEETWIRE_PORT: '0', SHEETWIRE_DATA_DIR: dataDir, SHEETWIRE_LOG_LEVEL: 'silent' };
  const read = parseSettings({ ...own, ...environment });
  if ('faults' in read) throw new Error(read.faults.join('; '));
  const clock = { now: () => Date.now() };
  const chance = { bytes: (count: number) => randomBytes(count) };
  const served = await serve({ settings: read.settings, clock, chance, webDir: undefined });
  open.push(served);
  return served;
}

async function stop(served: Served): Promise<void> {
  open = open.filter((one) => one !== served);
  await served.close();
}

const ann = { command: 'add', user: 'DEMO/ann', email: 'ann@example.com', password: 'a long password' };

async function login(url: string): Promise<{ cookie: string; message: string }> {
  const answer = await fetch(`${url}/api/v1/accounts/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ user: 'DEMO/ann', password: 'a long password' }),
  });
  const { message } = accounts.login.output.parse(await answer.json());
  return { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '', message };
}

async function userOf(url: string, cookie: string): Promise<string> {
  const path = `${url}/api/v1/accounts/username/`;
  const answer = await fetch(path, { method: 'POST', headers: { cookie, origin: url } });
  return accounts.username.output.parse(await answer.json()).user;
}

test('a server hashes passwords at the full cost', async () => {
  const served = await start();
  await sendCommand(controlSocketPath(dataDir), ann);
  await stop(served);
  const stores = await openStores({ databaseUrl: '', dataDir });
  const hash = (await stores.users.byEmail('ann@example.com'))?.passwordHash;
  await stores.close();
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a server takes commands of its owner, and a session outlives a restart', async () => {
  const first = await start();
  expect(await sendCommand(controlSocketPath(dataDir), ann)).toMatchObject({ outcome: 'done' });
  const { cookie, message } = await login(first.url);
  expect([message, await userOf(first.url, cookie)]).toEqual(['', 'DEMO/ann']);
  await stop(first);
  await expect(access(controlSocketPath(dataDir))).rejects.toThrow('ENOENT');
  const second = await start();
  expect(await userOf(second.url, cookie)).toBe('DEMO/ann');
});

test('a data folder that cannot be made is told at once', async () => {
  await expect(start({ SHEETWIRE_DATA_DIR: '/proc/sheetwire' })).rejects.toThrow('no files can be created in /proc');
});

test('a second server on the same data dir is refused and the first goes on', async () => {
  const first = await start();
  await expect(start()).rejects.toThrow('another Sheetwire server is using the data directory');
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  expect(await sendCommand(controlSocketPath(dataDir), ann)).toMatchObject({ outcome: 'done' });
});

test('a start that fails leaves nothing open', async () => {
  const first = await start();
  const port = new URL(first.url).port;
  const other = await mkdtemp(join(tmpdir(), 'sheetwire-serve-'));
  await expect(start({ SHEETWIRE_PORT: port, SHEETWIRE_DATA_DIR: other })).rejects.toThrow(
    /^Port \d+ of 127\.0\.0\.1 is in use by another program; stop that one, or set SHEETWIRE_PORT/,
  );
  const again = await start({ SHEETWIRE_DATA_DIR: other });
  await stop(again);
  await rm(other, { recursive: true });
});

test('the secret key is made once and read by its owner alone', async () => {
  const keys = await Promise.all([1, 2, 3].map(() => loadSecretKey({ secretKey: '', dataDir })));
  expect(new Set(keys.map((key) => Buffer.from(key).toString())).size).toBe(1);
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
});

test('a key that was cut off is refused: a portal never runs on one that can be guessed', async () => {
  await writeFile(join(dataDir, 'secret.key'), '');
  await expect(start()).rejects.toMatchObject({
    exit: 'file',
    message: `${join(dataDir, 'secret.key')} is too short for a key; restore it from a backup`,
  });
});

test.each([
  [
    'authorities of the directory',
    { LDAP_URL: 'ldaps://127.0.0.1', LDAP_ENTITY: 'ACME', LDAP_USER_BASE: 'ou=people', LDAP_CA_FILE: '/none.pem' },
    'SHEETWIRE_LDAP_CA_FILE: /none.pem does not exist',
  ],
  [
    'keytab',
    { KERBEROS_KEYTAB: '/none.keytab', KERBEROS_REALM_MAP: 'ACME.TEST=ACME' },
    'SHEETWIRE_KERBEROS_KEYTAB: /none.keytab cannot be read (ENOENT)',
  ],
])('a start without its %s ends with one sentence, as for other files', async (_, settings, message) => {
  const named = Object.entries(settings).map(([name, value]) => [`SHEETWIRE_${name}`, value]);
  await expect(start(Object.fromEntries(named))).rejects.toMatchObject({ name: 'StartFault', exit: 'file', message });
});

test('a live stream ends when the server stops', async () => {
  const served = await start();
  await sendCommand(controlSocketPath(dataDir), ann);
  const { cookie } = await login(served.url);
  const answer = await fetch(`${served.url}/api/v1/live/stream/`, { headers: { cookie } });
  const text = answer.text();
  await stop(served);
  expect(await text).toContain('event: hello');
});
