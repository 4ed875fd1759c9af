import type { SimServer } from './portal/server.ts';
import type { Site } from './portal/site.ts';

const second = 1000;
const hour = 3_600_000;

interface Hurt {
  readonly site: Site;
  readonly server: SimServer;
}

/** What goes wrong, and how it is put right again. */
interface Wound {
  hurt(at: Hurt): void;
  heal(at: Hurt): void;
}

const crashAt = (way: 'there' | 'back'): Wound => ({
  hurt: ({ server, site }) => {
    server.store.breaks = (at, what) => {
      if (at !== way || what !== 'append') return false;
      server.store.breaks = () => false;
      site.world.scheduler.plan({ after: 0, what: 'crash', machine: undefined, run: () => server.kill() });
      return true;
    };
  },
  heal: ({ server }) => {
    server.store.breaks = () => false;
    if (!server.running) server.start();
  },
});

/** One in so many questions is lost on its way, or its answer is. */
const flaky = (way: 'there' | 'back'): Wound => ({
  hurt: ({ server, site }) => {
    server.store.breaks = (at) => at === way && site.world.isSo(1 / 4);
  },
  heal: ({ server }) => {
    server.store.breaks = () => false;
  },
});

const clock = (ahead: number): Wound => ({
  hurt: ({ server }) => server.step(ahead),
  heal: ({ server }) => server.step(0),
});

const wounds = {
  'killed before a commit': crashAt('there'),
  'killed after a commit': crashAt('back'),
  killed: { hurt: ({ server }) => server.kill(), heal: ({ server }) => server.start() },
  frozen: { hurt: ({ server }) => server.freeze(), heal: ({ server }) => server.goOn() },
  'cut from the store': {
    hurt: ({ server }) => server.store.become('dead'),
    heal: ({ server }) => server.store.become('open'),
  },
  'store says nothing': {
    hurt: ({ server }) => server.store.become('silent'),
    heal: ({ server }) => server.store.become('open'),
  },
  'questions to the store lost': flaky('there'),
  'answers of the store lost': flaky('back'),
  'slow store': {
    hurt: ({ server, site }) => {
      server.store.late = site.world.between(50, 150);
    },
    heal: ({ server }) => {
      server.store.late = 0;
    },
  },
  'store restarted': {
    hurt: ({ site }) => site.servers.forEach(({ store }) => void store.become('dead')),
    heal: ({ site }) => site.servers.forEach(({ store }) => void store.become('open')),
  },
  'cut from the bus': {
    hurt: ({ server }) => server.becomeBus('dead'),
    heal: ({ server }) => server.becomeBus('open'),
  },
  'bus says nothing': {
    hurt: ({ server }) => server.becomeBus('silent'),
    heal: ({ server }) => server.becomeBus('open'),
  },
  'bus down': { hurt: ({ site }) => site.nats.become(false), heal: ({ site }) => site.nats.become(true) },
  'messages lost': {
    hurt: ({ site }) => {
      site.nats.lost = 0.5;
    },
    heal: ({ site }) => {
      site.nats.lost = 0;
    },
  },
  'messages twice': {
    hurt: ({ site }) => {
      site.nats.twice = 0.5;
    },
    heal: ({ site }) => {
      site.nats.twice = 0;
    },
  },
  'slow network of viewers': {
    hurt: ({ site }) => site.viewersRoad.become({ late: 400 }),
    heal: ({ site }) => site.viewersRoad.become({}),
  },
  'uneven network': {
    hurt: ({ site }) => site.roads.forEach((road) => void road.become({ uneven: 400 })),
    heal: ({ site }) => site.roads.forEach((road) => void road.become({})),
  },
  'silent network of viewers': {
    hurt: ({ site }) => site.viewersRoad.become({ isSilent: true }),
    heal: ({ site }) => site.viewersRoad.become({}),
  },
  'clock set forward': clock(hour),
  'clock set back': clock(-hour),
} satisfies Record<string, Wound>;

/** What happens only where it is asked for by its name. */
const named = {
  /** As by a proxy that lets no line last. */
  'lines of viewers cut': {
    hurt: ({ server }) => server.cutStreams(),
    heal: () => undefined,
  },
} satisfies Record<string, Wound>;

export type FaultKind = keyof typeof wounds | keyof typeof named;
/** Of which some happen by chance. */
export const faultKinds: readonly FaultKind[] = Object.keys(wounds).filter((name): name is FaultKind => name in wounds);

/** One fault of a plan; `at` is ms after the first may begin. */
export interface Fault {
  readonly kind: FaultKind;
  readonly server: number;
  readonly at: number;
  readonly lasts: number;
}

export interface Planning {
  readonly servers: number;
  /** In how many ms all of them are over. */
  readonly within: number;
  /** Left out, any kind; nothing goes wrong where there is none. */
  readonly kinds?: readonly FaultKind[] | undefined;
  /** All of these at all servers and all the time. */
  readonly isDense: boolean;
  /** Beside them at one server after the other. */
  readonly inTurn?: FaultKind | undefined;
}

/** How often the next server has its turn, and for how long. */
const turn = { every: second, lasts: 0 };

/** None to three faults, some of them at the same time. */
export function faultsOf({ chance, pick, between }: Site['world'], planning: Planning): Fault[] {
  const { servers, within, kinds = faultKinds, isDense } = planning;
  if (isDense) return denseOf({ ...planning, kinds });
  const count = kinds.length === 0 ? 0 : Math.floor(chance() * 4);
  return Array.from({ length: count }, () => {
    const lasts = Math.round(between(0.2 * second, 7 * second));
    return {
      kind: pick(kinds),
      server: Math.floor(chance() * servers),
      lasts,
      at: Math.round(between(0, Math.max(0, within - lasts))),
    };
  }).toSorted((a, b) => a.at - b.at);
}

function denseOf({ servers, within, kinds, inTurn }: Planning & { readonly kinds: readonly FaultKind[] }): Fault[] {
  const all = Array.from({ length: servers }, (_, server) => server);
  const dense = all.flatMap((server) => kinds.map((kind) => ({ kind, server, at: 0, lasts: within })));
  if (inTurn === undefined) return dense;
  const turns = Array.from({ length: Math.floor(within / turn.every) }, (_, n) => {
    return { kind: inTurn, server: n % servers, at: second + n * turn.every, lasts: turn.lasts };
  });
  return [...dense, ...turns];
}

/** Has a fault happen and be put right in its time. */
export function suffer(site: Site, { kind, server: n, at, lasts }: Fault): void {
  const server = site.servers[n];
  if (!server) throw new Error(`there is no server ${n}`);
  const wound: Wound = { ...wounds, ...named }[kind];
  const { scheduler } = site.world;
  scheduler.plan({ after: at, what: kind, machine: undefined, run: () => wound.hurt({ site, server }) });
  scheduler.plan({
    after: at + lasts,
    what: `${kind}: over`,
    machine: undefined,
    run: () => wound.heal({ site, server }),
  });
}

/** In words, for who runs it again. */
export function nameOf({ kind, server, at, lasts }: Fault): string {
  return `${kind} (${server + 1}, at ${(at / second).toFixed(1)} s for ${(lasts / second).toFixed(1)} s)`;
}
