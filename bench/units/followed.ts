import { setTimeout as wait } from 'node:timers/promises';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import { withNats } from '../../scripts/test/nats.ts';
import { type PostgresServer, withPostgres } from '../../scripts/test/postgres.ts';
import { findProgram } from '../../scripts/test/program.ts';
import { cores, pinSelf } from '../lib/child.ts';
import { type Figure, median } from '../lib/figures.ts';
import { short, shuffled } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';
import { cpuSeconds } from '../lib/process-figures.ts';
import { message, realTime } from '../lib/real-time.ts';
import type { LoadClient } from '../load/load-client.ts';
import { PAGE, page } from '../servers/product.ts';
import { type Server, startSeveral } from '../servers/several.ts';

const LOADS = { '200 B': 200, '20 KB': 20_000 } as const;
type Load = keyof typeof LOADS;
const LOAD_NAMES: readonly Load[] = ['200 B', '20 KB'];
const PUBLISHES = { quick: 60, full: 200 } as const;
const WARM_UP = { first: 60, each: 5 } as const;
/** Between two publishes, ms for a viewer: the server stays below its core, and is never idle for long. */
const EVERY: Readonly<Record<Load, number>> = { '200 B': 0.025, '20 KB': 0.05 };

/**
 * `other`: published at another server; `own`: at this one; `unwatched`: at this one, another report that nobody watches;
 * `still`: nothing, for as long.
 */
const KINDS = ['other', 'own', 'unwatched', 'still'] as const;
type Kind = (typeof KINDS)[number];
interface Block {
  readonly us: number;
  readonly statements: number;
}

/**
 * What a version of another server costs one with viewers, over NATS: its CPU beyond that of idle time against the fan-out
 * of an own publish, which is an own publish less one that nobody watches; and SQL statements about the report.
 */
export async function followed(plan: Plan): Promise<Figure[]> {
  if (findProgram('psql') === undefined || findProgram('nats-server') === undefined) {
    return [{ id: 'followed', unit: 'ratio', values: [], notRun: 'PostgreSQL or nats-server is not installed' }];
  }
  const postgres = await withPostgres();
  const nats = await withNats();
  pinSelf(cores.client);
  try {
    const figures: Figure[] = [];
    for (const viewers of plan.viewers) figures.push(...(await atSize(plan, viewers, { postgres, busUrl: nats.url })));
    return figures;
  } finally {
    pinSelf(undefined);
    await nats.stop();
    await postgres.stop();
  }
}

interface Lines {
  readonly postgres: PostgresServer;
  readonly busUrl: string;
}

async function atSize(plan: Plan, viewers: number, { postgres, busUrl }: Lines): Promise<Figure[]> {
  const several = await startSeveral({ count: 2, viewers, databaseUrl: await postgres.newDatabase(), busUrl });
  const [own, other] = several.servers;
  if (!own || !other) throw new Error('there are not two servers');
  try {
    const client = await own.connect(viewers);
    try {
      const rig: Rig = { own, other, client, viewers, unwatched: await unwatchedAt(own) };
      await run(rig, { kind: 'own', size: LOADS['200 B'], count: WARM_UP.first, every: 0 });
      const figures: Figure[] = [];
      for (const load of LOAD_NAMES) figures.push(...(await ofLoad(plan, rig, load)));
      return figures;
    } finally {
      await client.close();
    }
  } finally {
    await several.stop();
  }
}

interface Rig {
  readonly own: Server;
  readonly other: Server;
  readonly client: LoadClient;
  readonly viewers: number;
  readonly unwatched: (text: string) => Promise<void>;
}

async function unwatchedAt({ call }: Server): Promise<(text: string) => Promise<void>> {
  const topic = 'ACME/RATES/UNWATCHED';
  let { version } = await call(publishReport, { topic, pages: [{ name: PAGE, html: page(2) }] });
  return async (text) => {
    const cells = [{ page: PAGE, cell: 'A1', html: text }];
    ({ version } = await call(publishCells, { topic, baseVersion: version, cells }));
  };
}

async function ofLoad(plan: Plan, rig: Rig, load: Load): Promise<Figure[]> {
  const rounds: Record<Kind, Block[]>[] = [];
  for (let n = 0; n < plan.rounds; n++) {
    const round: Record<Kind, Block[]> = { other: [], own: [], unwatched: [], still: [] };
    for (const kind of shuffled([...KINDS, ...KINDS])) round[kind].push(await block(plan, rig, { kind, load }));
    rounds.push(round);
  }
  const of = (kind: Kind) => rounds.map((round) => mean(round[kind].map(({ us }) => us)));
  const [others, owns, unwatched, still] = [of('other'), of('own'), of('unwatched'), of('still')];
  const beyond = (values: readonly number[], less: readonly number[], n: number) =>
    (values[n] ?? Number.NaN) - (less[n] ?? Number.NaN);
  const repeat = (blocks: readonly Block[]) => (blocks[1]?.us ?? Number.NaN) / (blocks[0]?.us ?? Number.NaN);
  const parts = [others, still, owns, unwatched].map((values) => short(median(values)));
  const id = `version of another server, ${rig.viewers} viewers × ${load}`;
  return [
    {
      id: `${id}: CPU / fan-out of an own publish`,
      unit: 'ratio',
      values: rounds.map((_, n) => beyond(others, still, n) / beyond(owns, unwatched, n)),
      control: rounds.flatMap((round) => [repeat(round.other), repeat(round.own)]),
      note: `${parts[0]} us, idle ${parts[1]} us; an own publish ${parts[2]} us, without viewers ${parts[3]} us`,
    },
    {
      id: `${id}: CPU / own publish`,
      unit: 'ratio',
      values: rounds.map((_, n) => (others[n] ?? Number.NaN) / (owns[n] ?? Number.NaN)),
    },
    {
      id: `${id}: statements`,
      unit: 'count',
      values: rounds.map((round) => mean(round.other.map(({ statements }) => statements))),
    },
  ];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** CPU of the server with viewers for each of some publishes, and statements that name a report. */
async function block(
  plan: Plan,
  rig: Rig,
  { kind, load }: { readonly kind: Kind; readonly load: Load },
): Promise<Block> {
  const work = { kind, size: LOADS[load], every: rig.viewers * EVERY[load] };
  await run(rig, { ...work, count: WARM_UP.each });
  const count = PUBLISHES[plan.isQuick ? 'quick' : 'full'];
  const [{ naming }, cpu] = [await rig.own.figures(), cpuSeconds(rig.own.pid)];
  await run(rig, { ...work, count });
  const us = ((cpuSeconds(rig.own.pid) - cpu) * 1e6) / count;
  return { us, statements: ((await rig.own.figures()).naming - naming) / count };
}

interface Work {
  readonly kind: Kind;
  readonly size: number;
  readonly count: number;
  readonly every: number;
}

/** Publishes one after another and waits until every viewer has all. */
async function run({ own, other, client, viewers, unwatched }: Rig, work: Work): Promise<void> {
  const { kind, size, count, every } = work;
  const publish = { other: other.publish, own: own.publish, unwatched, still: async () => undefined }[kind];
  const now = realTime();
  client.size(size);
  await client.reset();
  for (let n = 0; n < count; n++) {
    const due = performance.now() + every;
    await publish(message(size, now()));
    await wait(Math.max(0, due - performance.now()));
  }
  if (kind === 'own' || kind === 'other') await client.arrived(viewers * count);
}
