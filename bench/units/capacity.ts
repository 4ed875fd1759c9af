import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { openStores } from '@sheetwire/server/storage/open-stores';
import pg from 'pg';
import { withPostgres } from '../../scripts/test/postgres.ts';
import { findProgram } from '../../scripts/test/program.ts';
import { cores, pinSelf } from '../lib/child.ts';
import { sender, startEngine, topicOf, wholeOf } from '../lib/engine.ts';
import type { Figure } from '../lib/figures.ts';
import type { Plan } from '../lib/plan.ts';
import { PostgresCpu } from '../lib/postgres-cpu.ts';
import { cpuSeconds, memoryKb } from '../lib/process-figures.ts';
import { message, realTime } from '../lib/real-time.ts';
import { page, startProduct } from '../servers/product.ts';

const VIEWERS = { quick: 1000, full: 5000 } as const;
const WARM_UP = 300;
const SIZE = 200;
const PUBLISHES = 20;
const STILL = 10_000;
const ROWS = 5000;
const TURNS = 10;
const PUBLISHERS = 16;
const VERSIONS = 100;
const FOLLOWED = 500;

/** What docs/operate/capacity.md reckons with: CPU and memory of one viewer, and what PostgreSQL does for one. */
export async function capacity({ isQuick }: Plan): Promise<Figure[]> {
  pinSelf(cores.client);
  try {
    const figures = [await ofFollowing(), ...(await ofViewers(VIEWERS[isQuick ? 'quick' : 'full']))];
    return findProgram('psql') === undefined ? figures : [...figures, ...(await ofPostgres())];
  } finally {
    pinSelf(undefined);
  }
}

/** A version of another server, ten cells, on one that has the report of 1,000 cells in memory. */
async function ofFollowing(): Promise<Figure> {
  const { engine, cleaner, close } = await startEngine();
  try {
    const topic = topicOf('ACME/RATES/DAILY');
    await engine.publish(topic, wholeOf(page(50)));
    const told = (from: number) => {
      const ops = Array.from({ length: 10 }, (_, n) => [0, 'c', n * 7, `${from}`] as const);
      const step = { from, to: from + 1, time: '20261128120000000', sender, isLive: true, ops };
      return { version: from + 1, steps: { cleaner: cleaner.version, list: [step] } };
    };
    for (let from = 1; from <= FOLLOWED; from++) await engine.follow(topic, told(from));
    const before = process.cpuUsage();
    for (let from = FOLLOWED + 1; from <= 2 * FOLLOWED; from++) await engine.follow(topic, told(from));
    const { user, system } = process.cpuUsage(before);
    if (engine.head(topic)?.version !== 2 * FOLLOWED + 1) throw new Error('the engine did not follow');
    return { id: 'capacity: version followed', unit: 'us', values: [(user + system) / FOLLOWED] };
  } finally {
    await close();
  }
}

async function ofViewers(viewers: number): Promise<Figure[]> {
  const server = await startProduct(viewers);
  const time = realTime();
  const publish = async (count: number) => {
    for (let n = 0; n < count; n++) await server.publish(message(SIZE, time()));
  };
  try {
    await (await server.connect(WARM_UP)).close();
    await server.collect();
    const before = memoryKb(server.pid);
    const client = await server.connect(viewers);
    await new Promise((resolve) => setTimeout(resolve, limits.identityCache));
    await publish(1);
    await server.collect();
    const memory = (memoryKb(server.pid) - before) / viewers;
    client.size(SIZE);
    await client.reset();
    const used = async (work: () => Promise<unknown>) => {
      const from = cpuSeconds(server.pid);
      await work();
      return (cpuSeconds(server.pid) - from) * 1e6;
    };
    const delivered = await used(async () => {
      await publish(PUBLISHES);
      await client.arrived(viewers * PUBLISHES);
    });
    const still = await used(() => new Promise((resolve) => setTimeout(resolve, STILL)));
    await client.close();
    return [
      { id: 'capacity: memory of a stream', unit: 'kB', values: [memory] },
      { id: `capacity: delivery of ${SIZE} B`, unit: 'us', values: [delivered / viewers / PUBLISHES] },
      { id: 'capacity: quiet stream, a second', unit: 'us', values: [(still * 1000) / STILL / viewers] },
    ];
  } finally {
    await server.stop();
  }
}

/** CPU of all processes of the database. */
async function ofPostgres(): Promise<Figure[]> {
  const postgres = await withPostgres();
  const url = await postgres.newDatabase();
  const stores = await openStores({ databaseUrl: url, dataDir: '' });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const cpu = await PostgresCpu.of(url);
  try {
    const used = async (work: () => Promise<unknown>) => {
      const from = cpu.seconds();
      await work();
      return (cpu.seconds() - from) * 1e6;
    };
    await client.query(
      `insert into session (id_hash, user_name, method, created_at, seen_at, address, agent)
       select 'hash ' || n, 'ACME/user ' || n, 'password', 1, 1, '', '' from generate_series(1, ${ROWS}) n`,
    );
    const hashes = Array.from({ length: ROWS }, (_, n) => `hash ${n + 1}`);
    const touched = await used(async () => {
      for (let turn = 0; turn < TURNS; turn++) await stores.sessions.touch(hashes.map((hash) => [hash, 10 + turn]));
    });
    const looked = await used(async () => {
      for (let at = 0; at < ROWS; at += limits.keptAtOnce) {
        await stores.sessions.some(hashes.slice(at, at + limits.keptAtOnce));
        await stores.users.some(hashes.slice(at, at + limits.keptAtOnce).map((hash) => branded<'User'>(hash)));
      }
    });
    const published = await used(() => Promise.all(Array.from({ length: PUBLISHERS }, (_, n) => publishes(stores, n))));
    return [
      { id: 'capacity: last call of a session in PostgreSQL', unit: 'us', values: [touched / ROWS / TURNS] },
      { id: 'capacity: look at a session in PostgreSQL', unit: 'us', values: [looked / ROWS] },
      { id: 'capacity: version in PostgreSQL', unit: 'us', values: [published / PUBLISHERS / VERSIONS] },
    ];
  } finally {
    await cpu.end();
    await client.end();
    await stores.close();
    await postgres.stop();
  }
}

type Stores = Awaited<ReturnType<typeof openStores>>;

async function publishes({ reports }: Stores, n: number): Promise<void> {
  const topic = branded<'Topic'>(`ACME/RATES/R${n}`);
  const sender = branded<'User'>('ACME/bot');
  const time = '20261128120000000';
  const pages = [{ name: 'P', user: null, html: '<table><tbody><tr><td>1</td></tr></tbody></table>', styles: [] }];
  const report = { version: 1, time, sender, pages, metadata: {}, holdControls: false, cleaner: 1 };
  await reports.append({ topic, base: 0, version: 1, time, sender, change: { kind: 'whole', report } });
  for (let base = 1; base <= VERSIONS; base++) {
    const ops = Array.from({ length: 10 }, () => [0, 'c', 0, `${base}`] as const);
    await reports.append({ topic, base, version: base + 1, time, sender, change: { kind: 'delta', ops } });
  }
}
