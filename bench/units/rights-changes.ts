import { addresseeOf } from '@sheetwire/rules/addressee';
import { branded } from '@sheetwire/rules/name';
import type { Group, User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { LiveHub } from '@sheetwire/server/live/hub';
import { LiveStream } from '@sheetwire/server/live/live-stream';
import { Watching } from '@sheetwire/server/live/watching';
import type { GroupRecord, Perms } from '@sheetwire/server/ports/perms';
import { type RightsChange, RightsIndex } from '@sheetwire/server/rights/rights-index';
import { toAll } from '@sheetwire/server/testing/to-all';
import { alternate, threadCpu } from '../lib/alternate.ts';
import type { Figure } from '../lib/figures.ts';
import type { Plan } from '../lib/plan.ts';

const [LARGE, SMALL] = [100_000, 10_000];
const MEMBERS = 10;
/** Watches of one stream. */
const WATCHED = 50;
const [MANY_WATCHES, FEW_WATCHES] = [300_000, 30_000];
const CHANGES = 5000;
const IN_TURNS = 101;

/** What a change of rights costs: flat in how many users, gropics and watches there are. */
export async function rightsChanges({ rounds }: Plan): Promise<Figure[]> {
  const [large, small] = [new World(LARGE), new World(SMALL)];
  const [manyWatches, fewWatches] = [new Watched(large, MANY_WATCHES), new Watched(small, FEW_WATCHES)];
  const figures: Figure[] = [];
  for (const kind of ['user', 'members', 'perms', 'admin'] as const) {
    figures.push(...(await flat(names[kind], { rounds, of: () => large[kind](), against: () => small[kind]() })));
  }
  figures.push(
    ...(await flat('recheck after one gropic, 300,000 / 30,000 watches', {
      ...{ rounds, of: () => manyWatches.perms(), against: () => fewWatches.perms() },
    })),
  );
  return figures;
}

const names = {
  user: 'change of one user, 100,000 / 10,000',
  members: "change of one group's members, 100,000 / 10,000",
  perms: "change of one gropic's lists, 100,000 / 10,000",
  admin: 'admin lists after a change, 100,000 / 10,000 gropics',
} as const;

interface Sides {
  readonly rounds: number;
  readonly of: () => void;
  readonly against: () => void;
}

/** A change among many against one among few, and against a look-up in a map of as many. */
async function flat(id: string, { rounds, of, against }: Sides): Promise<Figure[]> {
  const each = (work: Sides['of']) => () => {
    const from = threadCpu();
    for (let n = 0; n < CHANGES; n++) work();
    return (threadCpu() - from) / CHANGES;
  };
  const known = new Map(Array.from({ length: LARGE }, (_, n) => [`ACME/user.${n}`, n]));
  const asked = Array.from({ length: 1000 }, (_, n) => `ACME/user.${(n * 97) % LARGE}`);
  const lookUps = () => {
    let found = 0;
    for (const name of asked) if (known.has(name)) found++;
    if (found !== asked.length) throw new Error('a look-up failed');
  };
  return [
    await alternate(id, rounds, { of: each(of), against: each(against) }),
    await alternate(`${id.split(',')[0]} / 1000 Map look-ups`, rounds, { of: each(of), against: each(lookUps) }),
  ];
}

/** Of all, a hundred and one that stand far apart. */
const inTurns = (turn: number, count: number) => (turn % IN_TURNS) * Math.floor(count / IN_TURNS);

const nothing = () => undefined;
const user = (n: number): User => branded<'User'>(`ACME/user.${n}`);
const groupName = (n: number): Group => branded<'Group'>(`ACME/TEAM ${n}`);
const topicOf = (n: number): Topic => branded<'Topic'>(`ACME/GROUP ${n}/REPORT`);
const gropicOf = (n: number) => branded<'Gropic'>(topicOf(n));
const account = (n: number, adUser: string | null = null) => ({ name: user(n), adUser, disabledAt: null });

/** As many accounts as gropics, each with viewers and an admin of its own, and groups of ten. */
class World {
  readonly #count: number;
  rights: RightsIndex;
  #turn = 0;

  constructor(count: number) {
    this.#count = count;
    const every = Array.from({ length: count }, (_, n) => n);
    const perms = every.map((n) => listsOf(n, [user(n), groupName(Math.floor(n / MEMBERS))]));
    const groups = every.filter((n) => n % MEMBERS === 0).map((n) => teamOf(n / MEMBERS, MEMBERS));
    const accounts = every.map((n) => account(n));
    this.rights = RightsIndex.of({ perms, groups, accounts, unadministered: 'entity' });
    this.rights.allAdministered();
  }

  /** Another directory account, and what the user asks next. */
  user(): void {
    const n = this.#next();
    this.change({ accounts: new Map([[user(n), account(n, `ACME/person.${this.#turn}`)]]) });
    this.#ask(n);
  }

  members(): void {
    const n = this.#next();
    const team = Math.floor(n / MEMBERS);
    this.change({ groups: new Map([[groupName(team), teamOf(team, MEMBERS - (this.#turn % 2))]]) });
    this.#ask(n);
  }

  perms(): void {
    const n = this.#next();
    const viewers = this.#turn % 2 === 0 ? [user(n)] : [user(n), user((n + 1) % this.#count)];
    this.change({ perms: new Map([[gropicOf(n), listsOf(n, viewers)]]) });
    this.#ask(n);
  }

  /** Lists of other gropics: a super administrator and an administrator of something else ask again. */
  admin(): void {
    this.perms();
    this.rights.allAdministered();
    this.rights.adminedBy(user(7));
  }

  change(given: Partial<RightsChange>) {
    const step = this.rights.with({ perms: new Map(), groups: new Map(), accounts: new Map(), ...given });
    this.rights = step.after;
    return step;
  }

  /** The same few in turns, so that the processor's caches are as warm among many as among few. */
  #next(): number {
    return inTurns(this.#turn++, this.#count);
  }

  #ask(n: number): void {
    const head = { topic: topicOf(n), version: 1, time: '', sender: '', isLive: true };
    const sees = this.rights.mayView(user(n), { ...head, viewSecret: null, publishSecret: null });
    if (!sees) throw new Error('a right was lost');
  }
}

function listsOf(n: number, viewers: Perms['viewers']): Perms {
  return { gropic: gropicOf(n), viewers, publishers: [], interactors: [], admins: [user(n)], version: 1 };
}

function teamOf(n: number, members: number): GroupRecord {
  const list = Array.from({ length: members }, (_, at) => user(n * MEMBERS + at));
  return { name: groupName(n), isDirectory: false, members: list };
}

/** Fifty watches a stream; each topic is watched by three viewers. */
class Watched {
  readonly #world: World;
  readonly #watching: Watching;
  #turn = 0;
  readonly #topics: number;

  constructor(world: World, watches: number) {
    this.#world = world;
    this.#topics = watches / 3;
    const hub = new LiveHub(toAll);
    const engine = {
      head: (topic: Topic) => ({
        ...{ topic, version: 1, time: '', sender: '', isLive: true, viewSecret: null, publishSecret: null },
      }),
      versionNow: () => 1,
      stepsSince: async () => undefined,
      refresh: async () => undefined,
    };
    const deps = { rights: () => this.#world.rights, provesViewSecret: () => false, engine };
    const onFault = (fault: unknown) => {
      throw fault;
    };
    this.#watching = new Watching({ ...deps, onFault }, hub);
    for (let at = 0; at < watches / WATCHED; at++) this.#open(hub, at);
  }

  /** One gropic's lists change, and change back: whoever watches it is asked again. */
  perms(): void {
    const n = inTurns(this.#turn++, this.#topics);
    const viewers = [user(n), groupName(Math.floor(n / MEMBERS))];
    this.#watching.rightsChanged(this.#world.change({ perms: new Map([[gropicOf(n), listsOf(n, viewers)]]) }));
  }

  #open(hub: LiveHub, at: number): void {
    const outlet = { waiting: 0, write: nothing, onceDrained: nothing, close: nothing, destroy: nothing };
    const facts = { kind: 'session' as const, addinVersion: null, sessionHash: '', bearerId: null };
    const owner = { user: user(at), addressee: addresseeOf(user(at)), ...facts };
    const stream = new LiveStream(`s${at}`, { ...owner, lineHash: `${at}` }, outlet);
    hub.open(stream);
    const watches = Array.from({ length: WATCHED }, (_, place) => ({
      ...{ topic: topicOf((at * WATCHED + place) % this.#topics), version: 1, viewSecret: undefined },
      ...{ mayInteract: false, checkedAt: 0 },
    }));
    hub.setWatches(stream, watches);
  }
}
