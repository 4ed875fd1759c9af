import type { Caller } from '@sheetwire/client/caller';
import { connectPublisher } from '@sheetwire/client/publisher-line';
import { assumeAdmin, gropicPerms, snapshotSettings } from '@sheetwire/contract/admin';
import { publishReport } from '@sheetwire/contract/publish';
import { branded } from '@sheetwire/rules/name';
import { newAccount } from '@sheetwire/server/ports/users';
import { storesOn } from '@sheetwire/server/storage/open-stores';
import { ann, ben, boss, bot } from '../../cluster/cast.ts';
import type { History } from '../../cluster/check/history.ts';
import { pagesOf, rightsOf } from '../../cluster/content.ts';
import { ClusterViewer } from '../../cluster/viewer.ts';
import { SimNats } from '../bus/sim-nats.ts';
import { SimDatabase } from '../store/database.ts';
import { directAccess } from '../store/sim-access.ts';
import { Machine } from '../world/machine.ts';
import { dawn } from '../world/process-time.ts';
import type { World } from '../world/world.ts';
import { actorOf, Balancer, simCaller } from './exchange.ts';
import { Road } from './road.ts';
import { SimServer } from './server.ts';
import { simTransport } from './sim-transport.ts';

const group = 'ACME/SIM';
const guarded = `${group}/GUARDED`;
const controlled = `${group}/CONTROLLED`;
/** Until servers and viewers have found each other, ms. */
const START = 2000;
const SETTLED = 500;
const minute = 60_000;

/** What one seed plays on: servers on one database and one NATS, and who publishes and views. */
export interface Site {
  readonly world: World;
  readonly history: History;
  readonly database: SimDatabase;
  readonly nats: SimNats;
  readonly servers: readonly SimServer[];
  readonly group: string;
  readonly topics: readonly string[];
  readonly guarded: string;
  readonly controlled: string;
  readonly viewers: readonly ClusterViewer[];
  /** All networks, and that of some viewers. */
  readonly roads: readonly Road[];
  readonly viewersRoad: Road;
  readonly publish: Caller;
  as(user: string): Promise<Caller>;
  close(): Promise<void>;
}

export interface SiteOptions {
  readonly world: World;
  readonly history: History;
  readonly servers: number;
}

/** Starts the servers, publishes every report once, sets rights and opens the viewers. */
export async function openSite({ world, history, servers: count }: SiteOptions): Promise<Site> {
  const { scheduler, chance } = world;
  const database = await SimDatabase.open(() => Math.floor(dawn + scheduler.now));
  await addAccounts(database);
  const nats = new SimNats(world);
  const parts = { world, database, nats };
  const servers = Array.from({ length: count }, (_, n) => new SimServer(`server ${n + 1}`, parts));
  for (const server of servers) server.start();
  await scheduler.run(START, () => servers.every(({ running }) => running !== undefined));
  const balancer = new Balancer(servers);
  const [road, viewersRoad] = [new Road(world), new Road(world)];
  const caller = (user: string, kind: 'session' | 'apikey' = 'session') => {
    const machine = new Machine(`${user} calls`);
    return simCaller(world, balancer, { machine, road, actor: actorOf(user, `${user} calls`, kind) });
  };
  const topics = [guarded, controlled, `${group}/R1`];
  const publish = caller(bot, 'apikey');
  const callers = new Map<string, Caller>([boss, ann, ben].map((user) => [user, caller(user)]));
  const as = async (user: string) => callers.get(user) ?? caller(user);
  await done(world, prepare({ publish, as }, { history, topics }));
  // Until every server has heard of the rights.
  await scheduler.run(scheduler.now + SETTLED);
  let seats = 0;
  const view = (user: string, topic: string, own: Road) => {
    const name = `${user} ${topic}${own === viewersRoad ? ' far' : ''}`;
    const client = { machine: new Machine(name), road: own, actor: actorOf(user, name) };
    return new ClusterViewer({
      ...{ name, topic, history, chance, browserId: `l${++seats}` },
      call: simCaller(world, balancer, client),
      transport: simTransport(world, balancer, client),
      clock: clockOf(world, client.machine),
    });
  };
  const viewers = [
    ...topics.map((topic) => view(ann, topic, road)),
    view(ben, guarded, road),
    view(ben, `${group}/R1`, viewersRoad),
  ];
  for (const viewer of viewers) viewer.open();
  const publisher = connectPublisher({
    ...{ call: publish, clock: clockOf(world, new Machine('publisher')), chance, topics: [controlled] },
    instanceId: 'publisher',
    onUpdate: ({ value }) => {
      history.add({ what: 'handed', topic: controlled, value: value ?? '', at: history.now() });
      return { status: 'updated' };
    },
  });
  return {
    ...{ world, history, database, nats, servers, group, topics, guarded, controlled, viewers },
    ...{ publish, as, viewersRoad, roads: [road, viewersRoad] },
    async close() {
      for (const viewer of viewers) viewer.close();
      void publisher.stop();
      for (const server of servers) server.kill();
      await database.close();
    },
  };
}

/** Runs the world until something is done. */
export async function done<T>({ scheduler }: World, work: Promise<T>, within = minute): Promise<T> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  await scheduler.run(scheduler.now + within, () => isDone);
  if (!isDone) throw new Error(`nothing comes of it until ${scheduler.now}`);
  return work;
}

function clockOf({ scheduler }: World, machine: Machine) {
  return {
    now: () => Math.floor(dawn + scheduler.now + machine.ahead),
    after: (after: number, run: () => void) => scheduler.plan({ after, what: `${machine.name} timer`, machine, run }),
  };
}

async function addAccounts(database: SimDatabase): Promise<void> {
  const { users } = storesOn(directAccess(database), () => undefined, undefined);
  for (const name of [boss, bot, ann, ben]) {
    const email = `${name.toLowerCase().replace('/', '.')}@example.com`;
    await users.create(newAccount({ name: branded<'User'>(name), email, createdAt: dawn }));
  }
}

interface Prepared {
  readonly history: History;
  readonly topics: readonly string[];
}

/** Every report is published once; a snapshot of each is due at the next full minute. */
async function prepare({ publish, as }: Pick<Site, 'publish' | 'as'>, { history, topics }: Prepared): Promise<void> {
  const admin = await as(boss);
  for (const topic of topics) {
    const from = history.now();
    const { version } = await publish(publishReport, { topic, pages: pagesOf(0, topic === controlled) });
    history.add({ what: 'published', topic, value: 0, from, at: history.now(), end: 'kept', version });
  }
  for (const topic of [guarded, controlled]) {
    await admin(assumeAdmin, { gropic: topic });
    await admin(gropicPerms, rightsOf(topic, true));
  }
  const rollTime = new Date(dawn + minute / 2).toISOString().slice(11, 16);
  const daily = { captureSnapshot: true, rollTime, rollTimeLocation: 'Reykjavik', backdate: false };
  await admin(snapshotSettings, { gropic: group, ...daily });
}
