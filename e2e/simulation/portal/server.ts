import type { Call } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import { adminRoutes } from '@sheetwire/server/areas/admin/routes';
import { Reporting } from '@sheetwire/server/assembly/reporting';
import { makeSnapshotting } from '@sheetwire/server/assembly/snapshotting';
import { LiveBooks } from '@sheetwire/server/books/live-books';
import type { Route } from '@sheetwire/server/http/route';
import { Callers } from '@sheetwire/server/lib/callers';
import { NatsBus } from '@sheetwire/server/live/bus/nats';
import { StoreFault } from '@sheetwire/server/ports/store-fault';
import type { Stores } from '@sheetwire/server/ports/stores';
import { createCleanPool } from '@sheetwire/server/report/clean/pool';
import { makeCleaner } from '@sheetwire/server/report/make-cleaner';
import { FigureKeys } from '@sheetwire/server/secrets/figure-keys';
import { storesOn } from '@sheetwire/server/storage/open-stores';
import { RowSeals } from '@sheetwire/server/storage/reports/sealed/row-seals';
import { boss } from '../../cluster/cast.ts';
import type { SimNats, SimNatsLine } from '../bus/sim-nats.ts';
import type { SimDatabase } from '../store/database.ts';
import { simAccess } from '../store/sim-access.ts';
import { Line, type LineState } from '../world/line.ts';
import { Machine } from '../world/machine.ts';
import { dawn } from '../world/process-time.ts';
import type { World } from '../world/world.ts';
import { countedReads } from './reads.ts';
import { added, type Told } from './told.ts';

export const secretKey: Uint8Array = Buffer.alloc(32, 'k');
const KIB = 1024;
/** Until a server that ended is there again, ms. */
const START_AGAIN = 500;

export interface ServerParts {
  readonly world: World;
  readonly database: SimDatabase;
  readonly nats: SimNats;
}

/** One server of the portal: the product's own parts, put together as `app.ts` does, from one start to the next. */
export class SimServer {
  readonly name: string;
  readonly store: Line;
  readonly faults: string[] = [];
  readonly #parts: ServerParts;
  #busState: LineState = 'open';
  #bus: SimNatsLine | undefined;
  #running: Running | undefined;
  /** The process there is, from its start on. */
  #machine: Machine | undefined;
  #starts = 0;
  #ahead = 0;
  /** How viewers were given versions, by all its processes that have ended. */
  #told: Told = { deltas: 0, whole: 0, behind: 0, returning: 0 };
  /** How often it read a report, or steps to one, from the store. */
  reads = 0;
  /** Told when the process ends: every line to it does. */
  readonly #onEnd = new Set<() => void>();

  constructor(name: string, parts: ServerParts) {
    this.name = name;
    this.#parts = parts;
    const fault = (words: string) => new StoreFault(words, '08006');
    this.store = new Line(parts.world, { what: `${name} store`, from: 0.3, to: 3, fault });
  }

  /** What takes calls, once it has started. */
  get running(): Running | undefined {
    return this.#running;
  }

  /** How viewers were given versions, by all its processes so far. */
  get told(): Told {
    const counts = this.#running?.reporting.hub.counts;
    return counts ? added(this.#told, { ...counts.fetches, deltas: counts.deltas }) : this.#told;
  }

  onEnd(listener: () => void): () => void {
    this.#onEnd.add(listener);
    return () => this.#onEnd.delete(listener);
  }

  /** Starts a process; one that cannot start tries again as a supervisor has it. */
  start(): void {
    if (this.#machine) return;
    const machine = new Machine(`${this.name}.${++this.#starts}`);
    this.#machine = machine;
    machine.ahead = this.#ahead;
    const { scheduler } = this.#parts.world;
    scheduler.plan({ after: 0, what: 'start', machine, run: () => this.#start(machine) });
  }

  async #start(machine: Machine): Promise<void> {
    const { scheduler } = this.#parts.world;
    try {
      const running = await startRunning(machine, this.#parts, {
        store: this.store,
        connect: () => {
          this.#bus = this.#parts.nats.connect(machine, this.#busState);
          return this.#bus;
        },
        onRead: () => {
          this.reads++;
        },
        onFault: (fault) => this.#fault(fault),
      });
      if (this.#machine === machine) this.#running = running;
    } catch (fault) {
      this.#fault(fault);
      if (this.#machine !== machine) return;
      const run = () => this.start();
      this.kill();
      scheduler.plan({ after: START_AGAIN, what: 'start again', machine: undefined, run });
    }
  }

  /** As `kill -9`. */
  kill(): void {
    this.#told = this.told;
    this.#running = undefined;
    this.store.break();
    void this.#bus?.close();
    this.#bus = undefined;
    this.#machine?.end();
    this.#machine = undefined;
    for (const told of [...this.#onEnd]) told();
    this.#onEnd.clear();
  }

  /** Ends the line of every viewer, who comes again. */
  cutStreams(): void {
    const { hub } = this.#running?.reporting ?? {};
    for (const stream of [...(hub?.streams() ?? [])]) {
      hub?.drop(stream);
      stream.close(0);
    }
  }

  freeze(): void {
    this.#machine?.freeze();
  }

  goOn(): void {
    if (this.#machine) this.#parts.world.scheduler.goOn(this.#machine);
  }

  becomeBus(state: LineState): void {
    this.#busState = state;
    this.#bus?.become(state);
  }

  /** Sets its time of day so many ms ahead. */
  step(ahead: number): void {
    this.#ahead = ahead;
    if (this.#machine) this.#machine.ahead = ahead;
  }

  #fault(fault: unknown): void {
    this.faults.push(fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault));
    if (fault instanceof TypeError || fault instanceof RangeError || fault instanceof ReferenceError) {
      this.#parts.world.scheduler.fault(this.name, fault);
    }
  }
}

/** A process that takes calls. */
export interface Running {
  readonly machine: Machine;
  readonly reporting: Reporting;
  readonly routes: ReadonlyMap<Call, Route>;
  readonly stores: Stores;
  /** Told of what a call was answered 500 for. */
  readonly onBroken: (what: string, fault: unknown) => void;
  /** What chance gives the product. */
  readonly bytes: (count: number) => Uint8Array;
}

interface Outside {
  readonly store: Line;
  readonly connect: () => SimNatsLine;
  readonly onRead: () => void;
  readonly onFault: (fault: unknown) => void;
}

async function startRunning(machine: Machine, { world, database }: ServerParts, outside: Outside): Promise<Running> {
  const { onFault } = outside;
  const clock = {
    now: () => Math.floor(dawn + world.scheduler.now + machine.ahead),
    steady: () => world.scheduler.now,
  };
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => Math.floor(world.chance() * 256));
  const chance = { bytes };
  const opened = storesOn(
    simAccess(database, outside.store, onFault),
    onFault,
    new RowSeals(new FigureKeys(secretKey)),
  );
  const stores = { ...opened, reports: countedReads(opened.reports, outside.onRead) };
  const bus = await NatsBus.over(outside.connect(), { onFault, secretKey, now: clock.now });
  const deps = { stores, bus, clock, chance, secretKey, onFault };
  const reporting = new Reporting({
    ...deps,
    cleaner: makeCleaner(createCleanPool({ size: 1 })),
    books: new LiveBooks({ store: stores.books, clock, chance }),
    limits: { bytes: 256 * KIB, pages: 10, cells: 1000, metadataBytes: limits.maxMetadata },
    unadministered: 'entity',
    kept: { versionHours: 24, minuteDays: 1, hourDays: 1 },
    publishRate: 20,
    maxBody: 256 * KIB,
    office: async () => undefined,
    times: { onTold: () => undefined, onKept: () => undefined, onControlEnded: () => undefined },
    isSuperAdmin: (user) => user === boss,
    callers: new Callers({ again: async (caller) => caller, onEnded: () => undefined }),
  });
  const { routes: snapshotCalls, scheduler } = makeSnapshotting({
    ...{ stores, bus, reporting, onFault },
    settings: { versionHours: 24 },
  });
  const adminCalls = adminRoutes({
    ...{ stores, clock },
    rights: reporting.viewing.rights,
    tellRights: (gropic) => reporting.tellRights(gropic),
    onTold: (listener) => reporting.adminNews.onTold(listener),
    isSuperAdmin: (user) => user === boss,
    hasViewSecret: (topic) => typeof reporting.engine.head(topic)?.viewSecret === 'string',
    settings: { company: 'ACME', entities: ['ACME'], claim: 'entity' },
  });
  await reporting.start();
  scheduler.wake();
  const all = [...reporting.routes, ...snapshotCalls, ...adminCalls];
  const onBroken = (what: string, fault: unknown) => world.scheduler.fault(what, fault);
  return { machine, reporting, stores, bytes, onBroken, routes: new Map(all.map((route) => [route.call, route])) };
}
