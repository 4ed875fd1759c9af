import { copyFile, mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import { StoreInUse } from '../faults.ts';
import { openStores } from '../open-stores.ts';
import {
  cell,
  desk,
  jane,
  newGropic,
  newTopic,
  newUser,
  report,
  session,
  table,
  user,
  whole,
} from '../suite/builders.ts';
import { backupStore } from './backup-store.ts';
import { restoreStores } from './restore.ts';

const LONG = 60_000;
const KINDS = ['sqlite', 'postgres'] as const;
const isSoak = process.env.SHEETWIRE_SOAK === 'yes';
type Kind = (typeof KINDS)[number];

let server: PostgresServer;
let folder: string;
let count = 0;

beforeAll(async () => {
  server = await withPostgres();
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-backup-'));
}, LONG);

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
}, LONG);

/** The address of a new, empty store. */
async function place(kind: Kind) {
  return {
    databaseUrl: kind === 'postgres' ? await server.newDatabase() : '',
    dataDir: join(folder, `store${++count}`),
  };
}

/** Something of every noun. */
async function fill(stores: Stores) {
  const topic = newTopic();
  const person = user(newUser(), { email: 'x@example.com', recentReports: ['“Ω”'] });
  await stores.reports.append({ ...whole({ topic, base: 0, version: 1 }), viewSecret: 'secret' });
  await stores.reports.append(cell({ topic, base: 1, version: 2 }, '“é” &amp;'));
  await stores.snapshots.capture({ topic, date: '2026-01-02', capturedAt: 5, report: report(1) });
  await stores.users.create(person);
  await stores.sessions.open(session(person.name));
  const gropic = newGropic();
  await stores.groups.save({ name: desk, isDirectory: false, members: [person.name] });
  await stores.perms.save({ gropic, viewers: [desk], publishers: [], interactors: [], admins: [jane], version: 0 }, 0);
  const kept = { value: 'South', user: jane, at: 5, version: 3, base: 2, markup: '<select></select>' };
  const held = { set: { owner: '' as const, key: 'REGION', name: 'Region', ...kept }, drop: [] };
  await stores.reports.append({ ...cell({ topic, base: 2, version: 3 }, 'held'), held });
  const file = { topic, name: 'plan.txt', hash: 'hash', bytes: 3, publishedBy: jane, changedAt: 5 };
  await stores.linkedFiles.put(file, [new TextEncoder().encode('abc')]);
  await stores.audit.add({ at: 5, actor: jane, action: 'x', object: 'y', before: null, after: { a: 1 }, address: '' });
  return { topic, person, gropic };
}

/** What a store says of what was filled in. */
async function contentOf(stores: Stores, { topic, person, gropic }: Awaited<ReturnType<typeof fill>>) {
  return {
    newest: await stores.reports.newest(topic),
    head: await stores.reports.head(topic),
    steps: await stores.reports.since(topic, 0),
    snapshot: await stores.snapshots.atOrBefore(topic, '2026-02-01'),
    user: await stores.users.get(person.name),
    sessions: await stores.sessions.listOf(person.name),
    perms: await stores.perms.get(gropic),
    held: await stores.reports.held(topic),
    file: await stores.linkedFiles.find(topic, 'plan.txt'),
    bytes: Buffer.from((await stores.linkedFiles.part('hash', 0)) ?? []).toString(),
    groups: await stores.groups.list(),
    audit: (await stores.audit.read({ limit: 9 })).filter(({ action }) => action !== 'store restored'),
  };
}

describe.each(KINDS)('a backup of %s', (from) => {
  // Into the other kind: so each is read and written. The soak restores into its own kind too.
  test.each(KINDS.filter((to) => isSoak || to !== from))(
    'restores everything into %s',
    async (to) => {
      const file = join(folder, `${from}-${to}.backup`);
      const source = await openStores(await place(from));
      const filled = await fill(source);
      const before = await contentOf(source, filled);
      await source.backup(file);
      await source.close();
      const target = await place(to);
      const former = await openStores(target);
      const gone = await fill(former);
      await former.close();
      await restoreStores({ file, ...target });
      const restored = await openStores(target);
      expect(await contentOf(restored, filled)).toEqual(before);
      expect((await restored.audit.read({ limit: 1 }))[0]).toMatchObject({ action: 'store restored', object: file });
      expect(await restored.users.get(gone.person.name)).toBeUndefined();
      await restored.audit.add({
        at: 6,
        actor: jane,
        action: 'x',
        object: 'y',
        before: null,
        after: null,
        address: '',
      });
      expect(await restored.reports.lastNumber(filled.topic)).toBeGreaterThan(1_000_000_000);
      await restored.close();
    },
    LONG,
  );

  test(
    'is one moment of a store that is written meanwhile',
    async () => {
      const file = join(folder, `${from}-busy.backup`);
      const source = await openStores(await place(from));
      const [left, right] = [newTopic(), newTopic()];
      for (const topic of [left, right]) await source.reports.append(whole({ topic, base: 0, version: 1 }));
      let isDone = false;
      const writing = (async () => {
        let version = 2;
        for (; !isDone; version++) {
          for (const topic of [left, right]) {
            await source.reports.append(cell({ topic, base: version - 1, version }, `v${version} ${'x'.repeat(2000)}`));
          }
        }
        return version;
      })();
      await source.backup(file);
      isDone = true;
      expect(await writing).toBeGreaterThan(2);
      await source.close();
      const target = await place(from);
      await restoreStores({ file, ...target });
      const restored = await openStores(target);
      const [atLeft, atRight] = [
        (await restored.reports.head(left))?.version,
        (await restored.reports.head(right))?.version,
      ];
      expect(Number(atLeft) - Number(atRight)).toBeOneOf([0, 1]);
      const html = (await restored.reports.newest(left))?.pages[0]?.html;
      if (Number(atLeft) > 1) expect(html).toBe(table([`v${atLeft} ${'x'.repeat(2000)}`, '2']));
      await restored.close();
    },
    LONG,
  );

  test(
    'that is broken in any way is refused, and the present store is as it was',
    async () => {
      const file = join(folder, `${from}-good.backup`);
      const target = await place(from);
      const stores = await openStores(target);
      const filled = await fill(stores);
      const before = await contentOf(stores, filled);
      await stores.backup(file);
      await stores.close();
      const size = (await stat(file)).size;
      const broken = join(folder, `${from}-broken.backup`);
      const refused = async (spoil: () => Promise<unknown>) => {
        await copyFile(file, broken);
        await spoil();
        await expect(restoreStores({ file: broken, ...target })).rejects.toThrow(
          /not a complete backup|has been changed/,
        );
      };
      await refused(() => truncate(broken, size - 1));
      await refused(() => truncate(broken, Math.floor(size / 2)));
      await refused(() => truncate(broken, 0));
      await refused(() => writeFile(broken, 'no backup at all'.repeat(20)));
      await refused(() => flip(broken, Math.floor(size / 2)));
      await refused(() => flip(broken, size - 10));
      await expect(restoreStores({ file: join(folder, 'none'), ...target })).rejects.toThrow('ENOENT');
      const again = await openStores(target);
      expect(await contentOf(again, filled)).toEqual(before);
      await again.close();
    },
    LONG,
  );
});

test('a store that is written to all the while is backed up each time it is asked', { timeout: LONG }, async () => {
  const at = await place('sqlite');
  const stores = await openStores(at);
  const note = { actor: jane, action: 'x', object: 'y'.repeat(2000), address: '' };
  let isOver = false;
  let added = 0;
  const write = async () => {
    for (; !isOver; added++) await stores.audit.add({ ...note, at: added });
  };
  const writers = Promise.all([write(), write(), write(), write()]);
  const counts: number[] = [];
  for (let times = 0; times < 20; times++) {
    const file = join(folder, `busy${times}.backup`);
    const before = added;
    await stores.backup(file);
    const copy = new DatabaseSync(file, { readOnly: true });
    counts.push(Number(copy.prepare('select count(*) as n from audit').get()?.n) - before);
    copy.close();
  }
  isOver = true;
  await writers;
  await stores.close();
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(0);
});

test('a store in use is not restored over', async () => {
  const target = await place('sqlite');
  const stores = await openStores(target);
  const file = join(folder, 'in-use.backup');
  await stores.backup(file);
  await expect(restoreStores({ file, ...target })).rejects.toThrow(StoreInUse);
  await stores.close();
});

test('the store before a restore is kept beside the new one', async () => {
  const target = await place('sqlite');
  const stores = await openStores(target);
  const file = join(folder, 'kept.backup');
  await stores.backup(file);
  await stores.close();
  await restoreStores({ file, ...target });
  const former = await readFile(join(target.dataDir, 'sheetwire.db.before-restore'));
  expect(former.subarray(0, 15).toString()).toBe('SQLite format 3');
});

test('a backup that cannot be written leaves no file', async () => {
  const stores = await openStores(await place('sqlite'));
  await expect(stores.backup(join(folder, 'no', 'such', 'folder'))).rejects.toThrow();
  await stores.close();
});

async function flip(file: string, at: number): Promise<void> {
  const handle = await open(file, 'r+');
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at);
  await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, at);
  await handle.close();
}

test('what a newer version of the product wrote is neither opened nor restored, and the present store stays', async () => {
  const [newer, present] = [join(folder, 'newer'), join(folder, 'present')];
  for (const dataDir of [newer, present]) await (await openStores({ databaseUrl: '', dataDir })).close();
  const db = new DatabaseSync(join(newer, 'sheetwire.db'));
  db.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')");
  db.close();
  const file = join(folder, 'newer.backup');
  await backupStore({ databaseUrl: '', dataDir: newer }, file);
  const words = /written by a newer version of Sheetwire/;
  await expect(openStores({ databaseUrl: '', dataDir: newer })).rejects.toThrow(words);
  await expect(restoreStores({ file, databaseUrl: '', dataDir: present })).rejects.toThrow(words);
  await (await openStores({ databaseUrl: '', dataDir: present })).close();
  await expect(restoreStores({ file, databaseUrl: await server.newDatabase(), dataDir: newer })).rejects.toThrow(words);
});
