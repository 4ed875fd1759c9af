import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStores } from '../open-stores.ts';
import { bearer, newUser, user } from '../suite/builders.ts';
import { MovedClock } from '../suite/moved-clock.ts';

const day = 86_400_000;

test.each([
  ['another one left in it', 'ACME/bob'],
  ["it got while it was nobody's of the directory", null],
])('an account that a recovery gives back to the person before is not met by what %s', async (_left, between) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-another-'));
  const clock = new MovedClock();
  const stores = await openStores({ databaseUrl: '', dataDir, clock });
  try {
    const [root, given] = [
      user(newUser(), { passwordHash: 'root' }),
      user(newUser(), { adUser: 'ACME/ann', passwordHash: 'same' }),
    ];
    for (const one of [root, given]) await stores.users.create(one);
    clock.move(day - (clock.now() % day));
    await stores.settingsBackups.keepDay();
    const note = { at: 1, actor: root.name, action: 'x', object: given.name, address: '' };
    const email = `moved.${given.email}`;
    await stores.tokens.saveKey(bearer(given.name), undefined, note);
    await stores.users.edit(given.name, { from: given, change: { email }, note });
    expect(await stores.tokens.keysOf(given.name)).toHaveLength(1);
    await stores.users.edit(given.name, { from: { ...given, email }, change: { adUser: between }, note });
    expect(await stores.tokens.keysOf(given.name)).toEqual([]);
    await stores.tokens.saveKey(bearer(given.name), undefined, note);
    await stores.identityLinks.add({ issuer: 'iss', subject: 'bob', user: given.name, createdAt: 1 });
    const entrance = { names: [root.name], associated: [], windows: false, singleSignOn: false };
    const name = new Date(clock.now()).toISOString().slice(0, 'yyyy-mm-dd'.length);
    await stores.settingsBackups.recover({ kind: 'users', name, by: root.name, entrance }, '');
    expect(await stores.users.get(given.name)).toMatchObject({ adUser: 'ACME/ann' });
    expect(await stores.tokens.keysOf(given.name)).toEqual([]);
    expect(await stores.identityLinks.get('iss', 'bob')).toBeUndefined();
  } finally {
    await stores.close();
    await rm(dataDir, { recursive: true });
  }
});
