import { setTimeout as wait } from 'node:timers/promises';
import { withNats } from '../../scripts/test/nats.ts';
import { type PostgresServer, withPostgres } from '../../scripts/test/postgres.ts';
import { findProgram } from '../../scripts/test/program.ts';
import { cores, pinSelf } from '../lib/child.ts';
import type { Figure } from '../lib/figures.ts';
import { shuffled } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';
import { message, realTime } from '../lib/real-time.ts';
import type { LoadClient } from '../load/load-client.ts';
import type { NodeFigures } from '../servers/node.ts';
import { type Server, startSeveral } from '../servers/several.ts';

const SERVERS = 3;
/** At each of them. */
const VIEWERS = 100;
const SIZE = 200;
const RATE = 10;
const SECONDS = { quick: 20, full: 120 } as const;
const WARM_UP = 30;
const LINES = ['NOTIFY', 'NATS'] as const;
/** Until the last version was told everywhere, ms. */
const LAST = 1000;

/**
 * One report is published ten times a second, each time at the next of three servers, and watched at all of them: how
 * many of the versions that viewers are given are no delta but the news that they must fetch the whole report.
 */
export async function fetches(plan: Plan): Promise<Figure[]> {
  if (findProgram('psql') === undefined || findProgram('nats-server') === undefined) {
    return [{ id: idOf('NATS'), unit: '%', values: [], notRun: 'PostgreSQL or nats-server is not installed' }];
  }
  const postgres = await withPostgres();
  const nats = await withNats();
  const busUrls = { NOTIFY: '', NATS: nats.url };
  const shares: Record<(typeof LINES)[number], Share[]> = { NOTIFY: [], NATS: [] };
  pinSelf(cores.client);
  try {
    for (let n = 0; n < plan.rounds; n++) {
      for (const line of shuffled(LINES)) shares[line].push(await measure(plan, postgres, busUrls[line]));
    }
    return LINES.map((line) => figureOf(line, shares[line]));
  } finally {
    pinSelf(undefined);
    await nats.stop();
    await postgres.stop();
  }
}

function idOf(line: string): string {
  return `deliveries that end in a whole fetch, three servers, ${line}`;
}

/** What viewers were given, by the servers' own count. */
interface Share {
  readonly deltas: number;
  readonly fetches: number;
  readonly reasons: ReadonlyMap<string, number>;
}

function figureOf(line: string, shares: readonly Share[]): Figure {
  const values = shares.map(({ deltas, fetches: count }) => (100 * count) / (deltas + count));
  const sum = (of: (share: Share) => number) => shares.reduce((all, share) => all + of(share), 0);
  const reasons = [...new Set(shares.flatMap((share) => [...share.reasons.keys()]))];
  const why = reasons.map((reason) => `${reason} ${sum((share) => share.reasons.get(reason) ?? 0)}`).join(', ');
  const some = `${sum(({ deltas }) => deltas)} deltas, ${sum((share) => share.fetches)} fetches`;
  return { id: idOf(line), unit: '%', values, note: `${some}${why === '' ? '' : ` (${why})`}` };
}

async function measure(plan: Plan, postgres: PostgresServer, busUrl: string): Promise<Share> {
  const databaseUrl = await postgres.newDatabase();
  const several = await startSeveral({ count: SERVERS, viewers: SERVERS * VIEWERS, databaseUrl, busUrl });
  const { servers } = several;
  const clients: LoadClient[] = [];
  try {
    for (const [n, server] of servers.entries()) clients.push(await server.connect(VIEWERS, n * VIEWERS));
    await publishAll(servers, WARM_UP);
    const before = await told(servers);
    await publishAll(servers, SECONDS[plan.isQuick ? 'quick' : 'full'] * RATE);
    const after = await told(servers);
    const sum = (of: (figures: Told) => number) =>
      after.reduce((all, figures, n) => all + of(figures) - of(before[n] ?? none), 0);
    const names = Object.keys(after[0]?.fetches ?? {});
    const byReason = names.map((name) => [name, sum(({ fetches: by }) => by[name] ?? 0)] as const);
    const reasons = new Map(byReason.filter(([, count]) => count > 0));
    const count = [...reasons.values()].reduce((all, one) => all + one, 0);
    return { deltas: sum(({ deltas }) => deltas), fetches: count, reasons };
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await several.stop();
  }
}

type Told = NodeFigures['told'];
const none: Told = { deltas: 0, fetches: {} };

async function told(servers: readonly Server[]): Promise<Told[]> {
  await wait(LAST);
  const figures = await Promise.all(servers.map((server) => server.figures()));
  return figures.map((each) => each.told);
}

async function publishAll(servers: readonly Server[], count: number): Promise<void> {
  const now = realTime();
  for (let n = 0; n < count; n++) {
    const due = performance.now() + 1000 / RATE;
    await servers[n % servers.length]?.publish(message(SIZE, now()));
    await wait(Math.max(0, due - performance.now()));
  }
}
