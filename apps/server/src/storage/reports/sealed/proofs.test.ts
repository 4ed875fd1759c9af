import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Topic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { FigureSeals } from '#ports/past/figure-seals.ts';
import type { Stores } from '#ports/stores.ts';
import { type PostgresServer, withPostgres } from '../../../../../../scripts/test/postgres.ts';
import { restoreStores } from '../../backup/restore.ts';
import { openStores } from '../../open-stores.ts';
import { bob, cell, newTopic, table, whole } from '../../suite/builders.ts';
import { chosenSeed } from '../../suite/chosen-seed.ts';
import { MovedClock } from '../../suite/moved-clock.ts';
import { bodies, publishHistory } from '../../suite/report-history.ts';
import { openTampering, type Tampering } from '../../testing/tampering.ts';
import { testSeals } from '../../testing/test-seals.ts';

const LONG = 120_000;
const minute = 60_000;
const KINDS = ['sqlite', 'postgres'] as const;
const isSoak = process.env.SHEETWIRE_SOAK === 'yes';
type Kind = (typeof KINDS)[number];

let server: PostgresServer;
let folder: string;
let count = 0;
const open: (Stores | Tampering)[] = [];

beforeAll(async () => {
  server = await withPostgres();
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-proofs-'));
}, LONG);
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
}, LONG);

async function place(kind: Kind) {
  const databaseUrl = kind === 'postgres' ? await server.newDatabase() : '';
  return { databaseUrl, dataDir: join(folder, `store${++count}`) };
}

type StorePlace = Awaited<ReturnType<typeof place>>;

const clock = new MovedClock();

async function storesAt(at: StorePlace, seals: FigureSeals | undefined = testSeals('a')): Promise<Stores> {
  const stores = await openStores({ ...at, clock, ...(seals && { seals }) });
  open.push(stores);
  return stores;
}

async function closed(stores: Stores): Promise<void> {
  open.splice(open.indexOf(stores), 1);
  await stores.close();
}

const stateOf = async (stores: Stores, topic: Topic, version: number) =>
  (await stores.past.proof(topic, version))?.state ?? 'gone';

/** Two whole reports with cells after each. */
async function publishSix(stores: Stores): Promise<Topic> {
  const topic = newTopic();
  for (let version = 1; version <= 6; version++) {
    const at = { topic, base: version - 1, version };
    await stores.reports.append(version === 1 || version === 5 ? whole(at) : cell(at, `v${version}`));
  }
  return topic;
}

const states = (stores: Stores, topic: Topic) =>
  Promise.all([1, 2, 3, 4, 5, 6].map((version) => stateOf(stores, topic, version)));

describe.each(KINDS)('versions in %s', (kind) => {
  test(
    'are signed with the one before, thinned too, and say what they showed',
    async () => {
      const stores = await storesAt(await place(kind));
      const topic = newTopic();
      clock.move(minute - (clock.now() % minute));
      const from = clock.now();
      const seed = chosenSeed();
      const history = await publishHistory(() => stores, topic, { seed, versions: 60, pause: 7000 }, clock);
      await stores.reports.append(whole({ topic, base: 60, version: 61 }));
      const hashes = new Map<number, string>();
      const check = async () => {
        let kept = 0;
        for (const [version, pages] of history) {
          const proof = await stores.past.proof(topic, version);
          if (!proof) continue;
          kept++;
          expect([seed, version, proof.state, bodies((await stores.past.read(topic, version))?.pages ?? [])]).toEqual([
            seed,
            version,
            'signed',
            pages,
          ]);
          const known = hashes.get(version - 1);
          if (known !== undefined) expect(proof.previous).toBe(known);
          expect(proof.hash).toBe(hashes.get(version) ?? proof.hash);
          hashes.set(version, proof.hash);
        }
        return kept;
      };
      expect(await check()).toBe(60);
      expect(new Set(hashes.values()).size).toBe(60);
      expect(await stores.past.thin({ from, to: clock.now() + 1, width: minute })).toBeGreaterThan(40);
      const left = await check();
      expect([left > 3, left < 20]).toEqual([true, true]);
      expect(await stores.past.thin({ from, to: clock.now() + 1, width: 3 * minute })).toBeGreaterThan(0);
      expect(await check()).toBeLessThan(left);
      expect(await stateOf(stores, topic, 62)).toBe('gone');
    },
    LONG,
  );

  test(
    'that somebody changed in the database are found, and so are those read from them',
    async () => {
      const at = await place(kind);
      const stores = await storesAt(at);
      const tampering = await openTampering(at);
      open.push(tampering);
      const changed = async (change: (topic: Topic) => ReturnType<typeof sql>) => {
        const topic = await publishSix(stores);
        expect(await states(stores, topic)).toEqual(Array.from({ length: 6 }, () => 'signed'));
        await change(topic).execute(tampering.db);
        return (await states(stores, topic)).map((state) => state[0]).join('');
      };
      const bytes = (text: string) => Buffer.from(text);
      const forged = bytes('[[0,"c",0,"forged"]]');
      expect(
        await changed((topic) => sql`update version set body = ${forged} where topic = ${topic} and version = 3`),
      ).toBe('ssccss');
      expect(
        await changed((topic) => sql`update version set sender = ${bob} where topic = ${topic} and version = 5`),
      ).toBe('sssscs');
      expect(
        await changed(
          (topic) => sql`update version set time = '20300101000000000' where topic = ${topic} and version = 4`,
        ),
      ).toBe('ssscss');
      expect(
        await changed((topic) => sql`update version set previous = 'x' where topic = ${topic} and version = 6`),
      ).toBe('sssssc');
      expect(
        await changed(
          (topic) =>
            sql`update version set body = ${forged}, seal = '', hash = '' where topic = ${topic} and version = 3`,
        ),
      ).toBe('ssccss');
      expect(await changed((topic) => sql`delete from version where topic = ${topic} and version = 3`)).toBe('ssgcss');
      expect(
        await changed(
          (topic) =>
            sql`update keyframe set body = (select body from keyframe other where other.topic = ${topic} and other.version = 5) where topic = ${topic} and version = 1`,
        ),
      ).toBe('ccccss');
      expect(await changed((topic) => sql`update keyframe set seal = '' where topic = ${topic} and version = 1`)).toBe(
        'ccccss',
      );
      const other = await publishSix(stores);
      expect(
        await changed(
          (topic) =>
            sql`update version set seal = (select seal from version other where other.topic = ${other} and other.version = 3) where topic = ${topic} and version = 3`,
        ),
      ).toBe('ssccss');
    },
    LONG,
  );

  test(
    'that were changed are not made good by thinning',
    async () => {
      const at = await place(kind);
      const stores = await storesAt(at);
      const tampering = await openTampering(at);
      open.push(tampering);
      clock.move(minute - (clock.now() % minute));
      const from = clock.now();
      const topic = await publishSix(stores);
      const forged = Buffer.from('[[0,"c",1,"forged"]]');
      await sql`update version set body = ${forged} where topic = ${topic} and version = 3`.execute(tampering.db);
      await stores.past.thin({ from, to: clock.now() + 1, width: minute });
      expect(await states(stores, topic)).toEqual(['gone', 'gone', 'gone', 'changed', 'signed', 'signed']);
    },
    LONG,
  );

  test(
    'are signed after a restore of a backup, with the key or with it among the old ones',
    async () => {
      const stores = await storesAt(await place(kind));
      const topic = await publishSix(stores);
      const file = join(folder, `${kind}.backup`);
      await stores.backup(file);
      for (const to of KINDS.filter((one) => isSoak || one !== kind)) {
        const target = await place(to);
        await restoreStores({ file, ...target });
        const asked = async (seals: FigureSeals) => {
          const restored = await storesAt(target, seals);
          const told = await states(restored, topic);
          const proof = await restored.past.proof(topic, 4);
          const shown = proof?.cells && (await restored.past.read(topic, 4))?.pages[0]?.html;
          await closed(restored);
          return [[...new Set(told)], shown];
        };
        expect(await asked(testSeals('a'))).toEqual([['signed'], table(['v4', '2'])]);
        expect(await asked(testSeals('b'))).toEqual([['other key'], undefined]);
        expect(await asked(testSeals('b', ['b', 'a']))).toEqual([['signed'], table(['v4', '2'])]);
      }
    },
    LONG,
  );

  test(
    'of before they were signed are told as such, and those after a whole report are signed',
    async () => {
      const at = await place(kind);
      const before = await openStores({ ...at, clock });
      const topic = newTopic();
      await before.reports.append(whole({ topic, base: 0, version: 1 }));
      await before.reports.append(cell({ topic, base: 1, version: 2 }, 'a'));
      await before.close();
      const stores = await storesAt(at);
      await stores.reports.append(cell({ topic, base: 2, version: 3 }, 'b'));
      await stores.reports.append(whole({ topic, base: 3, version: 4 }));
      expect(await Promise.all([1, 2, 3, 4].map((version) => stateOf(stores, topic, version)))).toEqual([
        'unsigned',
        'unsigned',
        'unsigned',
        'signed',
      ]);
      const proof = await stores.past.proof(topic, 3);
      expect([proof?.previous, proof?.cells]).toEqual(['', undefined]);
    },
    LONG,
  );

  test('that met another server’s go on from its hash', async () => {
    const at = await place(kind);
    const stores = await storesAt(at);
    const topic = newTopic();
    await stores.reports.append(whole({ topic, base: 0, version: 1 }));
    const appends = [2, 3, 4].map((version) =>
      stores.reports.append(cell({ topic, base: version - 1, version }, `v${version}`)),
    );
    await Promise.all(appends);
    await expect(stores.reports.append(cell({ topic, base: 2, version: 5 }, 'late'))).rejects.toThrow('newest');
    await stores.reports.append(cell({ topic, base: 4, version: 5 }, 'v5'));
    const proofs = await Promise.all([1, 2, 3, 4, 5].map((version) => stores.past.proof(topic, version)));
    expect(proofs.map((proof) => proof?.previous)).toEqual(['', ...proofs.slice(0, 4).map((proof) => proof?.hash)]);
  });
});
