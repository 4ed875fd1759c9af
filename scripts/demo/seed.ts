import { randomBytes } from 'node:crypto';
import { type Gropic, parseGropic } from '@sheetwire/rules/gropic';
import { parseUser, type User } from '@sheetwire/rules/principal';
import { parseTopic, type Topic } from '@sheetwire/rules/topic';
import { Passwords } from '@sheetwire/server/identity/passwords/passwords';
import type { Stores } from '@sheetwire/server/ports/stores';
import { newAccount } from '@sheetwire/server/ports/users';
import { createCleanPool } from '@sheetwire/server/report/clean/pool';
import { makeCleaner } from '@sheetwire/server/report/make-cleaner';
import { hashSecret } from '@sheetwire/server/secrets/secrets';
import { openStores } from '@sheetwire/server/storage/open-stores';
import { type DemoName, type DemoSecrets, demoNames } from './accounts.ts';
import { seedSnapshots } from './snapshots.ts';

/** The demo's report. */
export const demoTopic: Topic = known(parseTopic('DEMO/DESK/DAILY'));
/** A sheet that its viewers set. */
export const limitsTopic: Topic = known(parseTopic('DEMO/DESK/LIMITS'));
const demoGroup: Gropic = known(parseGropic('DEMO/DESK'));
const KEY_ID = 'demo-publisher';

/** The demo's user of a name. */
export function demoUser(name: DemoName): User {
  return known(parseUser(`DEMO/${name}`));
}

/** Puts people, rights, the publisher's key and a history into the store, each only where it is missing. */
export async function seedDemo(dataDir: string, secrets: DemoSecrets): Promise<void> {
  const stores = await openStores({ databaseUrl: '', dataDir });
  const pool = createCleanPool({ size: 1 });
  try {
    await seedUsers(stores, secrets);
    await seedRights(stores);
    await seedKey(stores, secrets.publisherKey);
    const cleaner = makeCleaner(pool);
    await seedSnapshots({ stores, cleaner, topic: demoTopic, sender: demoUser('publisher'), now: new Date() });
  } finally {
    await pool.close();
    await stores.close();
  }
}

async function seedUsers({ users }: Pick<Stores, 'users'>, { passwords }: DemoSecrets): Promise<void> {
  const hashes = new Passwords({ bytes: randomBytes });
  for (const name of demoNames) {
    if (await users.get(demoUser(name))) continue;
    await users.create({
      ...newAccount({ name: demoUser(name), email: `${name}@demo.example`, createdAt: Date.now() }),
      passwordHash: await hashes.hash(passwords[name]),
    });
  }
}

/** The group is administered, so that `nobody`, though of the entity, may do nothing with it. */
async function seedRights({ perms }: Pick<Stores, 'perms'>): Promise<void> {
  if (await perms.get(demoGroup)) return;
  const [superAdmin, admin, publisher, interactor, viewer] = demoNames.map(demoUser);
  const list = (...users: readonly (User | undefined)[]) => users.filter((user) => user !== undefined);
  await perms.save(
    {
      gropic: demoGroup,
      viewers: list(superAdmin, admin, publisher, interactor, viewer),
      publishers: list(publisher),
      interactors: list(interactor),
      admins: list(admin),
      version: 0,
    },
    0,
  );
}

async function seedKey({ tokens }: Pick<Stores, 'tokens'>, key: string): Promise<void> {
  const hash = hashSecret(key);
  if (await tokens.bearer(hash)) return;
  const user = demoUser('publisher');
  await tokens.revokeKey(user, KEY_ID);
  const open = { tokenHash: null, instanceId: null, version: null, address: '', lastUsedAt: null, expiresAt: null };
  await tokens.saveKey({
    id: KEY_ID,
    hash,
    user,
    kind: 'apikey',
    name: 'Demo publisher',
    createdAt: Date.now(),
    ...open,
  });
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a name of the demo is not in canonical form');
  return value;
}
