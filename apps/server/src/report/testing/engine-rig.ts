import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import type { PublishedPage } from '@sheetwire/contract/publish';
import { parseUser, type User } from '@sheetwire/rules/principal';
import { parseTopic, type Topic } from '@sheetwire/rules/topic';
import type { ReportLog } from '#ports/report-log.ts';
import type { Stores } from '#ports/stores.ts';
import { createCleanPool } from '#report/clean/pool.ts';
import type { Cleaner } from '#report/cleaner.ts';
import { ReportEngine } from '#report/engine.ts';
import { makeCleaner } from '#report/make-cleaner.ts';
import type { OwnVersion } from '#report/own-version.ts';
import type { WholePublish } from '#report/publish/publishes.ts';
import type { VersionStep } from '#report/recent-steps.ts';
import { openStores } from '#storage/open-stores.ts';
import { keptThreads } from '#storage/testing/kept-threads.ts';

/** An engine on a store of its own in a folder that goes with it. */
export interface EngineRig {
  readonly stores: Stores;
  readonly steps: VersionStep[];
  engine: ReportEngine;
  /** A new engine on the same store, as after a restart. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export const ann: User = must(parseUser('ACME/ann'));
export const daily: Topic = must(parseTopic('ACME/RATES/DAILY'));
const CACHE = 64 * 1024 * 1024;

export interface RigOptions {
  readonly cacheBytes?: number;
  /** Stands before the store. */
  readonly logOf?: (log: ReportLog) => ReportLog;
  /** Told of each version after it was noted. */
  readonly onVersion?: (step: VersionStep, own: OwnVersion | undefined) => void;
  readonly isWatched?: () => boolean;
  readonly onDoubt?: () => void;
  /** Stands before the cleaner. */
  readonly cleanerOf?: (cleaner: Cleaner) => Cleaner;
  /** A watch that nobody sets. */
  readonly steady?: () => number;
  /** The store of another rig, which is another node then. */
  readonly stores?: Stores;
}

export async function engineRig({
  cacheBytes = CACHE,
  logOf = (log) => log,
  onVersion,
  isWatched = () => true,
  onDoubt,
  cleanerOf = (cleaner) => cleaner,
  steady,
  stores: shared,
}: RigOptions = {}): Promise<EngineRig> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-engine-'));
  const stores = shared ?? (await openStores({ databaseUrl: '', dataDir, threads: keptThreads }));
  const pool = createCleanPool({ size: 1 });
  const steps: VersionStep[] = [];
  const start = async () => {
    const engine = new ReportEngine({
      log: logOf(stores.reports),
      clock: { now: () => Date.now(), ...(steady && { steady }) },
      cleaner: cleanerOf(makeCleaner(pool)),
      limits: { bytes: limits.maxReport, pages: 100, cells: limits.maxCells, metadataBytes: limits.maxMetadata },
      addresseesOf: (names) => stores.users.addressees(names),
      cacheBytes,
      onVersion: (step, own) => {
        steps.push(step);
        onVersion?.(step, own);
      },
      onStanding: () => undefined,
      isWatched,
      ...(onDoubt && { onDoubt }),
    });
    await engine.start();
    return engine;
  };
  const rig: EngineRig = {
    stores,
    steps,
    engine: await start(),
    async restart() {
      await rig.engine.close();
      rig.engine = await start();
    },
    async close() {
      await rig.engine.close();
      await pool.close();
      if (!shared) await stores.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return rig;
}

/** A whole publish of pages, with the body that a publisher would send. */
export function wholeOf(pages: readonly PublishedPage[], metadata?: Record<string, string>): WholePublish {
  const body = Buffer.from(JSON.stringify({ topic: daily, pages, metadata }));
  const parse = () => ({ pages, metadata, holdControls: undefined, viewSecret: undefined, publishSecret: undefined });
  return { sender: ann, body, parse, secretsOf: noSecrets };
}

export const noSecrets = () => ({ viewSecret: undefined, publishSecret: undefined });

/** A page of one table with named cells. */
export function sheet(cells: readonly string[], name = 'Positions'): PublishedPage {
  const rows = cells.map((cell, n) => `<tr><td data-cell="A${n + 1}" data-s="0">${cell}</td></tr>`);
  return { name, html: `<table><tbody>${rows.join('')}</tbody></table>`, styles: ['color:red', 'color:blue'] };
}

/** What viewers hold after all steps so far, or the html of the pages in memory. */
export function pagesOf(rig: EngineRig): Promise<string[]> {
  return rig.engine.read(daily, (state) => (state?.pages ?? []).map((page) => page.html));
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a name of the tests is malformed');
  return value;
}
