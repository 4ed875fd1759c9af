import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseUser, type User } from '@sheetwire/rules/principal';
import type { Stores } from '@sheetwire/server/ports/stores';
import { newAccount } from '@sheetwire/server/ports/users';
import { hashSecret } from '@sheetwire/server/secrets/secrets';
import { serve } from '@sheetwire/server/serve';
import { parseSettings } from '@sheetwire/server/settings/settings';

/** The portal as `sheetwire serve` starts it, with viewers signed in beforehand: so many sessions, forty a user. */
const PER_USER = 40;

async function addUser(stores: Stores, name: string): Promise<User> {
  const user = parseUser(name);
  if (user === undefined) throw new Error(`${name} is no user`);
  const email = `${name.replace('/', '.')}@example.com`;
  await stores.users.create(newAccount({ name: user, email, createdAt: Date.now() }));
  return user;
}

async function addSession(stores: Stores, user: User): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  const now = Date.now();
  const facts = { method: 'password', family: null, address: '127.0.0.1', agent: 'bench' } as const;
  await stores.sessions.open({ ...facts, idHash: hashSecret(id), user, createdAt: now, seenAt: now });
  return id;
}

async function addKey(stores: Stores, user: User): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  const none = { tokenHash: null, instanceId: null, version: null, address: '', lastUsedAt: null, expiresAt: null };
  const facts = { id: 'bench', name: 'bench', kind: 'apikey', createdAt: Date.now() } as const;
  await stores.tokens.saveKey({ ...none, ...facts, hash: hashSecret(key), user });
  return key;
}

async function addViewers(stores: Stores, count: number): Promise<string[]> {
  const users = Array.from({ length: Math.ceil(count / PER_USER) }, (_, n) => addUser(stores, `ACME/viewer.${n}`));
  const known = await Promise.all(users);
  const ids: string[] = [];
  while (ids.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - ids.length) }, (_, n) => ids.length + n);
    ids.push(...(await Promise.all(some.map((n) => addSession(stores, at(known, n % known.length))))));
  }
  return ids;
}

/** Sessions that are opened at once: PostgreSQL has a transaction for each. */
const AT_ONCE = 40;

function at<T>(values: readonly T[], n: number): T {
  const value = values[n];
  if (value === undefined) throw new Error('there are more sessions than users hold');
  return value;
}

const read = parseSettings({ ...process.env, SHEETWIRE_LOG_LEVEL: 'warn', SHEETWIRE_MAX_PUBLISH_RATE: '100000' });
if ('faults' in read) throw new Error(read.faults.join('; '));
const webDir = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
const clock = { now: () => Date.now() };
const served = await serve({ settings: read.settings, clock, chance: { bytes: randomBytes }, webDir });
const sessions = await addViewers(served.stores, Number(process.argv[2] ?? 1));
const key = await addKey(served.stores, await addUser(served.stores, 'ACME/publisher'));
process.stdout.write(`ready ${JSON.stringify({ url: served.url, key, sessions })}\n`);
process.on('SIGUSR2', () => {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  process.stdout.write('collected\n');
});
process.once('SIGTERM', () => void served.close().then(() => process.exit(0)));
