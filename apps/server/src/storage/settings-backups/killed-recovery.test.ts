import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { branded } from '@sheetwire/rules/name';
import { type Principal, parsePrincipal, type User } from '@sheetwire/rules/principal';
import { expect, test } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { withPostgres } from '../../../../../scripts/test/postgres.ts';
import { openStores } from '../open-stores.ts';
import { user } from '../suite/builders.ts';
import { MovedClock } from '../suite/moved-clock.ts';
import { Ledger, strikeAfter } from '../testing/ledger.ts';

const day = 86_400_000;
/** The long form has as many rounds as SHEETWIRE_SOAK says, or 50 when it says no number. */
const soak = process.env.SHEETWIRE_SOAK;
const ROUNDS = soak === undefined ? 3 : Number.parseInt(soak, 10) || 50;
const LONG = 60_000 + 20_000 * ROUNDS;
const USERS = 100;
const program = fileURLToPath(new URL('../testing/recoverers.ts', import.meta.url));
const root = branded<'User'>('ACME/root');

/** Half of the users are there on both dates with other passwords, the others on one of them. */
async function fill({ users, groups, perms }: Stores, date: number): Promise<void> {
  const names = Array.from({ length: USERS }, (_, n) => branded<'User'>(`ACME/user${n + (date * USERS) / 2}`));
  const former = (await users.list()).map(({ name }) => name).filter((name) => name !== root);
  await Promise.all(former.filter((name) => !names.includes(name)).map((name) => users.remove(name)));
  const passwordOf = (name: User) => ({ passwordHash: `${date} ${name}` });
  const isThere = new Set(former);
  const stays = names.filter((name) => isThere.has(name));
  await Promise.all(stays.map((name) => users.update(name, passwordOf(name))));
  const comes = names.filter((name) => !isThere.has(name));
  await Promise.all(comes.map((name) => users.create(user(name, passwordOf(name)))));
  const group = branded<'Group'>('ACME/ALL OF THEM');
  await groups.save({ name: group, isDirectory: false, members: names });
  const gropic = branded<'Gropic'>(`ACME/GROUP ${date}`);
  await perms.save({ gropic, viewers: names, publishers: [], interactors: [], admins: [root], version: 0 }, 0);
}

/** Names in rights and groups that belong to nobody: what a recovery torn in two would leave. */
async function strays(stores: Stores, users: readonly User[]): Promise<string[]> {
  const known = new Set<Principal>(users);
  const groups = await stores.groups.list();
  for (const { name } of groups) known.add(name);
  const rights = (await stores.perms.list()).flatMap(({ viewers, admins }) => [...viewers, ...admins]);
  const named = [...rights, ...groups.flatMap(({ members }) => members)];
  return named.filter((name) => !known.has(parsePrincipal(name) ?? name));
}

async function killRounds(databaseUrl: string, dataDir: string): Promise<void> {
  const clock = new MovedClock();
  const open = () => openStores({ databaseUrl, dataDir, clock });
  const stores = await open();
  await stores.users.create(user(root, { passwordHash: 'root' }));
  const wholes: string[] = [];
  const dates: string[] = [];
  for (const date of [0, 1]) {
    await fill(stores, date);
    wholes.push(JSON.stringify(await stores.users.list()));
    clock.move(day);
    await stores.settingsBackups.keepDay();
    dates.push(new Date(clock.now()).toISOString().slice(0, 10));
  }
  await stores.close();
  for (let round = 0; round < ROUNDS; round++) {
    const args = [program, databaseUrl, dataDir, String(clock.now()), ...dates];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    expect(await strikeAfter(child, new Ledger(), 1 + (round % 2), () => child.kill('SIGKILL'))).toBe('SIGKILL');
    const left = await open();
    const users = await left.users.list();
    expect(JSON.stringify(users)).toBeOneOf(wholes);
    const names = users.map(({ name }) => name);
    expect(await strays(left, names)).toEqual([]);
    await left.close();
  }
}

test('a recovery that is killed half-way leaves the settings whole, old or new (embedded)', {
  timeout: LONG,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-recovery-'));
  await killRounds('', dataDir);
  await rm(dataDir, { recursive: true });
});

test('a recovery that is killed half-way leaves the settings whole (PostgreSQL)', { timeout: LONG }, async () => {
  const server = await withPostgres();
  await killRounds(server.url, '');
  await server.stop();
});
