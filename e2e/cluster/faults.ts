import { setTimeout as rest } from 'node:timers/promises';
import type { TcpLine, TcpMode } from '../support/tcp-line.ts';
import type { Cluster, ClusterServer } from './cluster.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** What goes wrong, and how it is put right again. */
interface Wound {
  hurt(at: Hurt): unknown;
  heal(at: Hurt): unknown;
  /** The others go on without what was hurt: it is over as soon as it happened, whenever that one comes back. */
  readonly isOverAtOnce?: boolean;
}

/** What a fault meets. */
export interface Hurt {
  readonly cluster: Cluster;
  readonly server: ClusterServer;
  /** The line of some viewers. */
  readonly viewersLine: TcpLine;
}

const line = (which: 'store' | 'bus', mode: TcpMode): Wound => ({
  hurt: ({ server }) => server[which].become(mode),
  heal: ({ server }) => server[which].become('open'),
});

const clock = (ms: number): Wound => ({
  hurt: ({ server }) => server.step(ms),
  heal: ({ server }) => server.step(0),
});

const wounds = {
  'kill -9 of a server': {
    hurt: ({ server }) => server.portal.kill(),
    heal: ({ server }) => server.portal.restart(),
    isOverAtOnce: true,
  },
  'a stopped server': {
    hurt: ({ server }) => void process.kill(server.portal.pid, 'SIGSTOP'),
    heal: ({ server }) => void process.kill(server.portal.pid, 'SIGCONT'),
  },
  'a server cut from the store': line('store', 'dead'),
  'a server whose store says nothing': line('store', 'silent'),
  'a server with a slow line to the store': line('store', { late: 80 }),
  'a server cut from the bus': line('bus', 'dead'),
  'a server whose bus says nothing': line('bus', 'silent'),
  'the bus killed': { hurt: ({ cluster }) => cluster.nats.crash(), heal: ({ cluster }) => cluster.nats.restart() },
  'the store restarted': {
    hurt: ({ cluster }) => cluster.postgres.crash(),
    heal: ({ cluster }) => cluster.postgres.restart(),
  },
  'a slow line to viewers': {
    hurt: ({ viewersLine }) => viewersLine.become({ late: 400 }),
    heal: ({ viewersLine }) => viewersLine.become('open'),
  },
  'a silent line to viewers': {
    hurt: ({ viewersLine }) => viewersLine.become('silent'),
    heal: ({ viewersLine }) => viewersLine.become('open'),
  },
  'a clock set forward': clock(hour),
  'a clock set back': clock(-hour),
} satisfies Record<string, Wound>;

export type FaultKind = keyof typeof wounds;
export const faultKinds = Object.keys(wounds).filter(isKind);

/** One fault of a plan: which server it hits, where it hits one, and how long it lasts. */
export interface Fault {
  readonly kind: FaultKind;
  readonly server: number;
  readonly lasts: number;
}

/** Every fault once, in an order of the seed's own, or the first so many of them. */
export function faultsOf(chance: () => number, most = faultKinds.length): Fault[] {
  const order = faultKinds.map((kind) => ({ kind, at: chance() })).toSorted((a, b) => a.at - b.at);
  return order.slice(0, most).map(({ kind }) => ({
    kind,
    server: Math.floor(chance() * 3),
    lasts: Math.round(1.5 * second + chance() * 6 * second),
  }));
}

/** Hurts, waits as long as planned, heals; tells when it is over. */
export async function suffer({ kind, lasts }: Fault, at: Hurt, over: () => void): Promise<void> {
  const wound: Wound = wounds[kind];
  await wound.hurt(at);
  if (wound.isOverAtOnce) over();
  await rest(lasts);
  await wound.heal(at);
  if (!wound.isOverAtOnce) over();
}

/** In words, for who runs it again. */
export function nameOf({ kind, server, lasts }: Fault): string {
  return `${kind} (${server + 1}, ${(lasts / second).toFixed(1)} s)`;
}

function isKind(text: string): text is FaultKind {
  return text in wounds;
}
