import { limits } from '@sheetwire/contract/limits';
import { applyOps, type PageBody } from '@sheetwire/page/ops';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { type CleanPool, createCleanPool } from '#report/clean/pool.ts';
import { ReportEngine } from '#report/engine.ts';
import { makeCleaner } from '#report/make-cleaner.ts';
import type { VersionStep } from '#report/recent-steps.ts';
import { ann, daily, sheet, wholeOf } from '#report/testing/engine-rig.ts';
import { openStores } from '#storage/open-stores.ts';
import { type PostgresServer, withPostgres } from '../../../../scripts/test/postgres.ts';
import { MissedVersions } from './missed/missed-versions.ts';

const START = 60_000;

/** One server of several on a database, whose bus loses every message. */
interface Node {
  readonly engine: ReportEngine;
  readonly missed: MissedVersions;
  readonly stores: Stores;
  readonly faults: unknown[];
  held: { version: number; pages: readonly PageBody[] };
  fetch(): Promise<void>;
  close(): Promise<void>;
}

let line: PostgresServer;
let pool: CleanPool;
beforeAll(async () => {
  line = await withPostgres();
  pool = createCleanPool({ size: 1 });
}, START);
afterAll(async () => {
  await pool.close();
  await line.stop();
}, START);

async function node(url: string): Promise<Node> {
  const stores = await openStores({ databaseUrl: url, dataDir: '' });
  const faults: unknown[] = [];
  const engine = new ReportEngine({
    log: stores.reports,
    clock: { now: () => Date.now() },
    cleaner: makeCleaner(pool),
    limits: { bytes: limits.maxReport, pages: 100, cells: limits.maxCells, metadataBytes: limits.maxMetadata },
    addresseesOf: (names) => stores.users.addressees(names),
    cacheBytes: 1,
    onVersion: (step) => hear(made, step),
    onStanding: () => undefined,
  });
  const missed = new MissedVersions({
    ...{ stores, engine, clock: { now: () => Date.now() } },
    onFault: (fault) => faults.push(fault),
  });
  const made: Node = {
    engine,
    missed,
    stores,
    faults,
    held: { version: 0, pages: [] },
    fetch: () =>
      engine.read(daily, (state) => {
        const pages = (state?.pages ?? []).map(({ html, styles }) => ({ html, styles: [...styles] }));
        made.held = { version: state?.version ?? 0, pages };
      }),
    async close() {
      await missed.stop();
      await engine.close();
      await stores.close();
    },
  };
  await missed.begin();
  await engine.start();
  missed.start();
  return made;
}

/** A viewer on the node: applies what fits, and must fetch after all else. */
function hear(on: Node, step: VersionStep): void {
  const fits = step.ops && step.from === on.held.version;
  on.held = fits ? { version: step.to, pages: applyOps(on.held.pages, step.ops) } : { version: -1, pages: [] };
}

test(
  'two servers that publish one report and hear nothing of each other come to show the same',
  async () => {
    const url = await line.newDatabase();
    const nodes = [await node(url), await node(url)];
    const versions: number[] = [];
    const publish = async (on: Node, n: number) => {
      const cells = ['x', `${n}`, ...Array.from({ length: n % 3 }, (_, i) => `${i}`)];
      const done = await on.engine.publish(daily, wholeOf([sheet(cells)])).catch(() => undefined);
      if (done?.changed) versions.push(done.version);
      const cell = [{ page: 'Positions', cell: 'A1', html: `cell ${n}` }];
      const baseVersion = on.engine.head(daily)?.version ?? 0;
      const patched = await on.engine.patch(daily, { sender: ann, baseVersion, cells: cell }).catch(() => undefined);
      if (patched?.changed) versions.push(patched.version);
      if (on.held.version === -1) await on.fetch();
    };
    const all = (on: Node, from: number) =>
      Array.from({ length: 40 }, (_, n) => n).reduce(
        (before, n) => before.then(() => publish(on, from + n)),
        Promise.resolve(),
      );
    await Promise.all(nodes.map((on, at) => all(on, at * 1000)));
    const newest = await nodes[0]?.stores.reports.newest(daily);
    expect(new Set(versions).size).toBe(versions.length);
    for (const on of nodes) {
      await expect
        .poll(
          async () => {
            if (on.held.version === -1) await on.fetch();
            return on.held.version;
          },
          { timeout: 3 * limits.missedVersions.every },
        )
        .toBe(newest?.version);
      expect(on.held.pages.map(({ html }) => html)).toEqual(newest?.pages.map(({ html }) => html));
      expect(on.faults).toEqual([]);
    }
    await Promise.all(nodes.map((on) => on.close()));
  },
  START,
);

test(
  'a server that was cut off from the database shows what was published meanwhile',
  async () => {
    const url = await line.newDatabase();
    const [here, there] = [await node(url), await node(url)];
    await there.engine.publish(daily, wholeOf([sheet(['1'])]));
    await expect.poll(() => here.engine.head(daily)?.version, { timeout: START }).toBe(1);
    await line.crash();
    await expect.poll(() => here.faults.length + there.faults.length, { timeout: START }).toBeGreaterThan(1);
    const lost = there.engine.publish(daily, wholeOf([sheet(['2'])]));
    await expect(lost).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(there.engine.head(daily)?.version).toBe(1);
    await line.restart();
    const again = () => there.engine.publish(daily, wholeOf([sheet(['3'])])).catch(() => undefined);
    await expect.poll(again, { timeout: START }).toBeDefined();
    for (const on of [here, there]) {
      await expect
        .poll(() => on.engine.read(daily, (state) => state?.pages[0]?.cells).catch(() => []), { timeout: START })
        .toEqual(['3']);
    }
    await Promise.all([here.close(), there.close()]);
  },
  2 * START,
);
