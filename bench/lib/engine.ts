import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { parseUser, type User } from '@sheetwire/rules/principal';
import { parseTopic, type Topic } from '@sheetwire/rules/topic';
import { createCleanPool } from '@sheetwire/server/report/clean/pool';
import type { Cleaner } from '@sheetwire/server/report/cleaner';
import { ReportEngine } from '@sheetwire/server/report/engine';
import { Guard } from '@sheetwire/server/report/guard/guard';
import { makeCleaner } from '@sheetwire/server/report/make-cleaner';
import { openStores } from '@sheetwire/server/storage/open-stores';
import { page } from '../servers/product.ts';

/** The engine of the portal in this process, on an embedded store of its own. */
export interface EngineRig {
  readonly engine: ReportEngine;
  /** The rules that its reports are given. */
  readonly guard: Guard;
  readonly cleaner: Cleaner;
  readonly stores: Awaited<ReturnType<typeof openStores>>;
  close(): Promise<void>;
}

export const sender: User = known(parseUser('ACME/publisher'));
export const reportLimits = {
  bytes: limits.maxReport,
  pages: limits.maxPages,
  cells: limits.maxCells,
  metadataBytes: limits.maxMetadata,
};

export async function startEngine(): Promise<EngineRig> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-bench-'));
  const stores = await openStores({ databaseUrl: '', dataDir });
  const pool = createCleanPool({ size: 1 });
  const cleaner = makeCleaner(pool);
  const deps = {
    log: stores.reports,
    clock: { now: () => Date.now() },
    cleaner,
    limits: reportLimits,
    addresseesOf: (names: readonly User[]) => stores.users.addressees(names),
    onStanding: () => undefined,
  };
  const guard = new Guard({
    ...{ clock: deps.clock, past: stores.past, snapshots: stores.snapshots, zoneOf: async () => 'UTC' },
    ...{ store: stores.guard, cleaner, isAlone: true, onWaiting: () => undefined },
  });
  const engine = new ReportEngine({
    ...deps,
    guard,
    cacheBytes: CACHE,
    onVersion: () => undefined,
    onStanding: () => undefined,
  });
  await engine.start();
  return {
    engine,
    guard,
    cleaner,
    stores,
    async close() {
      await engine.close();
      await pool.close();
      await stores.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const CACHE = 256 * 1024 * 1024;

export function topicOf(text: string): Topic {
  return known(parseTopic(text));
}

/** A publish of a whole report as the call gives it to the engine. */
export function wholeOf(html: string) {
  const pages = [{ name: 'Positions', html, styles: STYLES }];
  const body = Buffer.from(JSON.stringify({ topic: 'ACME/RATES/DAILY', pages }));
  const none = { metadata: undefined, holdControls: undefined, viewSecret: undefined, publishSecret: undefined };
  return { sender, body, parse: () => ({ ...none, pages }), secretsOf: () => none };
}

const STYLES = ['color:#111', 'color:#222', 'font-weight:bold', 'text-align:right'];

/** The page of a size at a turn: so many cells, spread over the table, have another text each turn. */
export function turned(rows: number, changed: number, turn: number): string {
  const cells = rows * 20;
  const step = Math.floor(cells / changed);
  return page(rows, (row, column) => {
    const n = row * 20 + column;
    const isChanged = n % step === 0 && n / step < changed;
    return isChanged ? `${((turn * 7919 + n) % 90_000) + 10_000}.5` : `${(row * 31 + column * 7) % 1000}.${column}`;
  });
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a name is malformed');
  return value;
}
