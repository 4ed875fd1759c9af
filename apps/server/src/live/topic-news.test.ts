import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { addresseeOf } from '@sheetwire/rules/addressee';
import { branded } from '@sheetwire/rules/name';
import type { Principal, User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { afterEach, expect, test, vi } from 'vitest';
import { Slices } from '#lib/slices.ts';
import type { Perms } from '#ports/perms.ts';
import { type RightsChange, RightsIndex } from '#rights/rights-index.ts';
import { TopicIndex } from '#rights/topic-index.ts';
import { toAll } from '#testing/to-all.ts';
import type { Frame } from './frames.ts';
import { LiveHub } from './hub.ts';
import { LiveStream } from './live-stream.ts';
import { TopicNews } from './topic-news.ts';

const [COUNT, team, few] = [200, branded<'Group'>('ACME/TEAM'), branded<'Group'>('ACME/FEW')];
const user = (n: number): User => branded<'User'>(`ACME/u${n}`);
const topics = ['ACME/G/ONE', 'ACME/G/TWO'].map((name) => branded<'Topic'>(name));
const nothing = () => undefined;

afterEach(() => {
  vi.restoreAllMocks();
});

function permsOf(gropic: string, viewers: readonly Principal[]): RightsChange['perms'] {
  const name = branded<'Gropic'>(gropic);
  const lists: Perms = { gropic: name, viewers, publishers: [], interactors: [], admins: [], version: 1 };
  return new Map([[name, lists]]);
}

/** Everybody is in the team, and nobody may view anything yet. */
function rig(reports: readonly Topic[] = topics, unadministered: 'entity' | 'none' = 'none') {
  const members = Array.from({ length: COUNT }, (_, n) => user(n));
  const groups = [
    { name: team, isDirectory: false, members },
    { name: few, isDirectory: false, members: [user(3), user(4)] },
  ];
  const perms = [...permsOf('ACME/G', []).values()].filter((lists) => lists !== undefined);
  let rights = RightsIndex.of({ perms, groups, unadministered });
  const index = new TopicIndex();
  const head = { version: 1, time: '', sender: '', isLive: true, viewSecret: null, publishSecret: null };
  for (const topic of reports) index.topicChanged(undefined, { ...head, topic });
  const hub = new LiveHub(toAll);
  const telling = new Slices((fault) => expect.unreachable(String(fault)));
  const news = new TopicNews({ hub, rights: () => rights, telling });
  const heard = members.map((_, n) => open(hub, n));
  return {
    ...{ heard, hub, telling },
    come(topic: Topic): void {
      news.topicChanged(undefined, { ...head, topic });
    },
    change(lists: RightsChange['perms']): void {
      const step = rights.with({ perms: lists, groups: new Map(), accounts: new Map() });
      rights = step.after;
      news.rightsChanged(step, index);
    },
  };
}

/** What came and what went, as each stream was told it. */
function open(hub: LiveHub, n: number, name = user(n)): unknown[] {
  const heard: unknown[] = [];
  const write = ({ plain }: Frame) => void heard.push(JSON.parse(plain.toString().split('data: ')[1] ?? '{}'));
  const outlet = { waiting: 0, write, onceDrained: nothing, close: nothing, destroy: nothing };
  const facts = { kind: 'session' as const, addinVersion: null, sessionHash: '', bearerId: null };
  const owner = { user: name, addressee: addresseeOf(name), ...facts };
  hub.open(new LiveStream(`s${n}`, { ...owner, lineHash: `${n}` }, outlet));
  heard.length = 0;
  return heard;
}

test('a right that a group gains is told to everybody in it, and its loss too', async () => {
  const { heard, change, telling } = rig();
  change(permsOf('ACME/G', [team]));
  while (!telling.isIdle) await nextTurn();
  expect(heard).toEqual(heard.map(() => [{ added: topics, removed: [] }]));
  change(permsOf('ACME/G', [user(3)]));
  while (!telling.isIdle) await nextTurn();
  expect(heard[3]).toHaveLength(1);
  expect(heard[4]?.at(-1)).toEqual({ added: [], removed: topics });
});

test('who is told late hears of no topic that may not be seen any more', async () => {
  const { heard, change, telling } = rig();
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += limits.slice;
    return now;
  });
  change(permsOf('ACME/G', [team]));
  // One of them has lists of its own by the time that the last ones are told.
  change(permsOf('ACME/G/TWO', []));
  const late = heard.findIndex((events) => events.length === 0);
  expect(late).toBeGreaterThan(0);
  while (!telling.isIdle) await nextTurn();
  expect(heard[0]?.[0]).toEqual({ added: topics, removed: [] });
  expect(heard[COUNT - 1]?.[0]).toEqual({ added: ['ACME/G/ONE'], removed: [] });
});

test('a topic that comes is told to many in slices, and not to who may no longer see it by then', async () => {
  const { heard, change, come, telling } = rig();
  const three = branded<'Topic'>('ACME/G/THREE');
  change(permsOf('ACME/G', [team]));
  while (!telling.isIdle) await nextTurn();
  for (const events of heard) events.length = 0;
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += limits.slice;
    return now;
  });
  come(three);
  while (heard[0]?.length === 0) await nextTurn();
  const told = heard.findIndex((events) => events.length === 0);
  expect(told).toBeGreaterThan(0);
  change(permsOf('ACME/G/THREE', []));
  while (!telling.isIdle) await nextTurn();
  expect(heard[0]?.[0]).toEqual({ added: [three], removed: [] });
  expect(heard[COUNT - 1]?.filter((event) => JSON.stringify(event).includes('"added":["ACME/G/THREE"]'))).toEqual([]);
});

test('of a right on more reports than can be named everybody is told to ask, by few bytes, also of its loss', async () => {
  const many = Array.from({ length: limits.topicsTold.most + 1 }, (_, n) => branded<'Topic'>(`ACME/G/R${n}`));
  const { heard, change, telling } = rig(many);
  const tooMany = { added: [], removed: [], more: true };
  change(permsOf('ACME/G', [team]));
  while (!telling.isIdle) await nextTurn();
  expect(heard).toEqual(heard.map(() => [tooMany]));
  change(permsOf('ACME/G', []));
  while (!telling.isIdle) await nextTurn();
  expect(heard).toEqual(heard.map(() => [tooMany, tooMany]));
});

test.each([
  ['one user', [user(7)], [7], 1],
  ['a group', [few], [3, 4], 2],
  ['a group of all', [team], Array.from({ length: COUNT }, (_, n) => n), COUNT],
])('a report that comes for %s is asked about for whom its lists may name', async (_, viewers, seen, asked) => {
  const { heard, come, change, telling } = rig([]);
  change(permsOf('ACME/G', viewers));
  while (!telling.isIdle) await nextTurn();
  const holder = vi.spyOn(RightsIndex.prototype, 'holder');
  come(branded<'Topic'>('ACME/G/ONE'));
  while (!telling.isIdle) await nextTurn();
  expect(heard.flatMap((told, n) => (told.length > 0 ? [n] : []))).toEqual(seen);
  // By the rights of the moment when it came, and by those of now.
  expect(holder.mock.calls.length).toBeLessThanOrEqual(2 * asked);
});

test('whom the lists of a report may name is found a little at a time', async () => {
  const { heard, come, change, telling } = rig([]);
  change(permsOf('ACME/G', [team]));
  while (!telling.isIdle) await nextTurn();
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += limits.slice;
    return now;
  });
  const looks = vi.spyOn(LiveHub.prototype, 'countOf');
  come(branded<'Topic'>('ACME/G/ONE'));
  const atOnce = looks.mock.calls.length;
  expect(atOnce).toBeGreaterThan(0);
  expect(atOnce).toBeLessThan(COUNT / 2);
  while (!telling.isIdle) await nextTurn();
  expect(heard.filter((told) => told.length > 0)).toHaveLength(COUNT);
});

test('a report without lists is told to its entity alone, or to nobody where those are closed', async () => {
  for (const [unadministered, count] of [
    ['entity', COUNT],
    ['none', 0],
  ] as const) {
    const { heard, hub, come, telling } = rig([], unadministered);
    const stranger = open(hub, COUNT, branded<'User'>('GLOBEX/gus'));
    come(branded<'Topic'>('ACME/OPEN/ONE'));
    while (!telling.isIdle) await nextTurn();
    expect(heard.filter((told) => told.length > 0)).toHaveLength(count);
    expect(stranger).toEqual([]);
  }
});
