import { randomBytes } from 'node:crypto';
import { parseUser, type User } from '@sheetwire/rules/principal';
import type { Stores } from '@sheetwire/server/ports/stores';
import { newAccount } from '@sheetwire/server/ports/users';
import { hashSecret } from '@sheetwire/server/secrets/secrets';

/** Streams of one user: as many as are allowed. */
const PER_USER = 40;
/** Sessions that are opened at once: PostgreSQL has a transaction for each. */
const AT_ONCE = 40;

/** Signs so many viewers in beforehand, forty sessions a user; answers the ids of the sessions. */
export async function addViewers(stores: Stores, count: number): Promise<string[]> {
  const users = Array.from({ length: Math.ceil(count / PER_USER) }, (_, n) => addUser(stores, `ACME/viewer.${n}`));
  const known = await Promise.all(users);
  const ids: string[] = [];
  while (ids.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - ids.length) }, (_, n) => ids.length + n);
    ids.push(...(await Promise.all(some.map((n) => addSession(stores, at(known, n % known.length))))));
  }
  return ids;
}

/** A user who publishes; answers the API key. */
export async function addPublisher(stores: Stores): Promise<string> {
  return addKey(stores, await addUser(stores, 'ACME/publisher'));
}

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

function at<T>(values: readonly T[], n: number): T {
  const value = values[n];
  if (value === undefined) throw new Error('there are more sessions than users hold');
  return value;
}
