import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Op } from '@sheetwire/contract/live';
import type { FigureSeals } from '@sheetwire/server/ports/past/figure-seals';
import type { Stores } from '@sheetwire/server/ports/stores';
import { FigureKeys } from '@sheetwire/server/secrets/figure-keys';
import { openStores } from '@sheetwire/server/storage/open-stores';
import { withPostgres } from '../../scripts/test/postgres.ts';
import { findProgram } from '../../scripts/test/program.ts';
import { sender, topicOf } from '../lib/engine.ts';
import type { Figure } from '../lib/figures.ts';
import { interleave, ratio, type Side } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';

const IN_FLIGHT = 16;
const BLOB = 20_000;
const keys = new FigureKeys(new Uint8Array(32).fill(7));

/** Durable appends a second: sixteen publishers on the embedded store, on PostgreSQL, and one commit each by hand. */
export async function store(plan: Plan): Promise<Figure[]> {
  const count = plan.isQuick ? 320 : 1600;
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-bench-'));
  const hasPostgres = findProgram('psql') !== undefined;
  const postgres = hasPostgres ? await withPostgres() : undefined;
  try {
    const sides: Side[] = [
      { name: 'group commit', runs: 2, run: () => withStores(join(folder, `${Math.random()}`), '', count) },
      { name: 'signed', runs: 2, run: () => withStores(join(folder, `${Math.random()}`), '', count, keys) },
      { name: 'single FULL commits', runs: 2, run: async () => single(join(folder, `${Math.random()}.db`), count) },
    ];
    const url = postgres?.url ?? '';
    if (postgres) sides.push({ name: 'PostgreSQL', runs: 1, run: () => withStores(folder, url, count) });
    const rounds = await interleave(sides, plan.rounds);
    const against = (peer: string, id: string) =>
      ratio(rounds, { id, metric: 'ms a write', of: 'group commit', against: peer });
    return [
      against('single FULL commits', 'store write / single FULL commit'),
      ratio(rounds, { id: 'signed write / store write', metric: 'ms a write', of: 'signed', against: 'group commit' }),
      postgres
        ? against('PostgreSQL', 'store write / the same on PostgreSQL')
        : {
            id: 'store write / the same on PostgreSQL',
            unit: 'ratio',
            values: [],
            notRun: 'PostgreSQL is not installed',
          },
    ];
  } finally {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function withStores(dataDir: string, databaseUrl: string, count: number, seals?: FigureSeals) {
  const stores = await openStores({ databaseUrl, dataDir, ...(seals && { seals }) });
  try {
    const from = performance.now();
    await Promise.all(Array.from({ length: IN_FLIGHT }, (_, n) => appends(stores, n, count / IN_FLIGHT)));
    return { 'ms a write': (performance.now() - from) / count };
  } finally {
    await stores.close();
  }
}

/** One publisher: each append waits for the one before. */
async function appends(stores: Stores, publisher: number, count: number): Promise<void> {
  const topic = topicOf(`ACME/RATES/P${publisher}X${Math.random().toString().slice(2)}`);
  const first = 1;
  const facts = { topic, time: '20261121120000000', sender };
  for (let n = 0; n < count; n++) {
    const ops: Op[] = [[0, 'c', n, text(n)]];
    const report = { ...facts, version: first, pages: [], metadata: {}, holdControls: false, cleaner: 1 };
    const change = n === 0 ? ({ kind: 'whole', report } as const) : ({ kind: 'delta', ops } as const);
    await stores.reports.append({ ...facts, base: n === 0 ? 0 : first + n - 1, version: first + n, change });
  }
}

/** 20 KB that do not pack away to nothing. */
function text(seed: number): string {
  let state = seed + 1;
  let out = '';
  while (out.length < BLOB) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    out += state.toString(36);
  }
  return out;
}

function single(file: string, count: number) {
  const db = new DatabaseSync(file);
  db.exec('pragma journal_mode=wal; pragma synchronous=full; create table version (id integer primary key, body blob)');
  const insert = db.prepare('insert into version (body) values (?)');
  const from = performance.now();
  for (let n = 0; n < count; n++) insert.run(Buffer.from(text(n)));
  const spent = performance.now() - from;
  db.close();
  return { 'ms a write': spent / count };
}
