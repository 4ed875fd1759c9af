import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFigureAddress } from '@sheetwire/contract/verify/address';
import type { Topic } from '@sheetwire/rules/topic';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import type { Database } from '../database.ts';
import { openStores } from '../open-stores.ts';
import { lastRestore } from '../reports/restored-numbers.ts';
import { databaseFile, openWriter } from '../sqlite/connection.ts';
import { NodeSqliteDialect } from '../sqlite/dialect.ts';
import { newTopic, whole } from '../suite/builders.ts';
import { restoreStores } from './restore.ts';

const LONG = 60_000;
let server: PostgresServer;
let folder: string;

beforeAll(async () => {
  server = await withPostgres();
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-numbers-'));
}, LONG);

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
}, LONG);

/** Publishes as the engine does: above all that the store says was given. Answers the number. */
async function publish({ reports }: Stores, topic: Topic): Promise<number> {
  const version = (await reports.lastNumber(topic)) + 1;
  await reports.append(whole({ topic, base: (await reports.head(topic))?.version ?? 0, version }));
  return version;
}

test('the restore is found without reading the audit log, however long that is', async () => {
  const place = { databaseUrl: '', dataDir: join(folder, 'long') };
  await (await openStores(place)).close();
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(openWriter(databaseFile(place.dataDir))) });
  try {
    const { sql: query } = lastRestore(db).compile();
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(db);
    expect(rows.map(({ detail }) => detail)).toEqual([expect.stringContaining('COVERING INDEX audit_restored')]);
  } finally {
    await db.destroy();
  }
});

test.each(['sqlite', 'postgres'])(
  'a number that viewers saw never comes again, however often one backup (%s) is restored',
  { timeout: LONG },
  async (kind) => {
    const databaseUrl = kind === 'postgres' ? await server.newDatabase() : '';
    const place = { databaseUrl, dataDir: join(folder, kind) };
    const file = join(folder, `${kind}.backup`);
    const [known, later] = [newTopic(), newTopic()];
    const open = async <T>(work: (stores: Stores) => Promise<T>): Promise<T> => {
      const stores = await openStores(place);
      try {
        return await work(stores);
      } finally {
        await stores.close();
      }
    };
    const seen = { known: 0, later: 0 };
    const publishBoth = (stores: Stores) =>
      (async () => {
        for (let times = 0; times < 3; times++) {
          const numbers = { known: await publish(stores, known), later: await publish(stores, later) };
          expect(numbers.known).toBeGreaterThan(seen.known);
          expect(numbers.later).toBeGreaterThan(seen.later);
          Object.assign(seen, numbers);
        }
      })();
    await open(async (stores) => {
      seen.known = await publish(stores, known);
      expect(seen.known).toBe(1);
      await stores.backup(file);
      await publishBoth(stores);
    });
    for (let times = 0; times < 2; times++) {
      await restoreStores({ file, ...place });
      await open(publishBoth);
      const pathname = `/v/${known}/${seen.known}`;
      expect(parseFigureAddress({ pathname, hash: '' })?.version).toBe(seen.known);
    }
  },
);
