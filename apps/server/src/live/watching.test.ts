import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { addresseeOf } from '@sheetwire/rules/addressee';
import { branded } from '@sheetwire/rules/name';
import type { Principal, User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { afterEach, expect, test, vi } from 'vitest';
import type { Perms } from '#ports/perms.ts';
import type { TopicHead } from '#ports/report-log.ts';
import { type RightsChange, RightsIndex } from '#rights/rights-index.ts';
import { toAll } from '#testing/to-all.ts';
import type { Frame } from './frames.ts';
import { LiveHub } from './hub.ts';
import { LiveStream } from './live-stream.ts';
import { Watching } from './watching.ts';

const team = branded<'Group'>('ACME/TEAM');
const nothing = () => undefined;
const user = (n: number): User => branded<'User'>(`ACME/u${n}`);
const topic = (n: number): Topic => branded<'Topic'>(`ACME/G${n % 10}/R${n}`);

afterEach(() => {
  vi.restoreAllMocks();
});

/** All that one turn has to do is done in it, on a machine that is busy too. */
const inOneSlice = () => vi.spyOn(performance, 'now').mockReturnValue(0);

/** Viewers of one topic each, all allowed by the lists of its group, with all that each was sent. */
function rig(count: number) {
  const lists = Array.from({ length: 10 }, (_, n) => permsOf(`ACME/G${n}`, [team]));
  const members = Array.from({ length: count }, (_, n) => user(n));
  const groups = [{ name: team, isDirectory: false, members }];
  let rights = RightsIndex.of({ perms: lists, groups, unadministered: 'entity' });
  let asked = 0;
  let [version, kept] = [1, 1];
  const secret = new Set<Topic>();
  const head = (one: Topic): TopicHead => {
    asked++;
    const viewSecret = secret.has(one) ? 'hash' : null;
    return { topic: one, version, time: '', sender: '', isLive: true, viewSecret, publishSecret: null };
  };
  const hub = new LiveHub(toAll);
  const refresh = async () => {
    version = kept;
  };
  const engine = { head, versionNow: () => version, stepsSince: async () => undefined, refresh };
  const onFault = (fault: unknown) => expect.unreachable(String(fault));
  const watching = new Watching({ rights: () => rights, provesViewSecret: () => false, engine, onFault }, hub);
  const sent = members.map((_, n) => open(hub, watching, n));
  asked = 0;
  return {
    ...{ hub, sent, watching },
    asked: () => asked,
    /** Another server made a version that is not heard of here yet. */
    publishedElsewhere: () => {
      kept = 2;
    },
    /** The topic has a view secret from now on, which nobody has. */
    close(one: Topic): void {
      secret.add(one);
      watching.recheck(one);
    },
    change(given: Partial<RightsChange>): void {
      const step = rights.with({ perms: new Map(), groups: new Map(), accounts: new Map(), ...given });
      rights = step.after;
      watching.rightsChanged(step);
    },
  };
}

function open(hub: LiveHub, watching: Watching, n: number): string[] {
  const sent: string[] = [];
  const write = ({ plain }: Frame) => void sent.push(plain.toString().split('\n')[0] ?? '');
  const outlet = { waiting: 0, write, onceDrained: nothing, close: nothing, destroy: nothing };
  const facts = { kind: 'session' as const, addinVersion: null, sessionHash: '', bearerId: null };
  const owner = { user: user(n), addressee: addresseeOf(user(n)), ...facts };
  const stream = new LiveStream(`s${n}`, { ...owner, lineHash: `${n}` }, outlet);
  hub.open(stream);
  watching.set(stream, [{ topic: topic(n), version: 1 }]);
  sent.length = 0;
  return sent;
}

function permsOf(gropic: string, viewers: readonly Principal[]): Perms {
  const name = branded<'Gropic'>(gropic);
  return { gropic: name, viewers, publishers: [], interactors: [], admins: [], version: 1 };
}

const lists = (...perms: Perms[]) => ({ perms: new Map(perms.map((one) => [one.gropic, one])) });
const step = (one: Topic) => ({ topic: one, from: 1, to: 2, ops: [], time: '', sender: '' });

/** The members of the team without some. */
function without(count: number, ...gone: number[]) {
  const members = Array.from({ length: count }, (_, n) => user(n)).filter((_, n) => !gone.includes(n));
  return { groups: new Map([[team, { name: team, isDirectory: false, members }]]) };
}

test('a change of one gropic asks the watches under it again and no other, however many there are', () => {
  inOneSlice();
  for (const count of [100, 1000]) {
    const { change, asked, sent } = rig(count);
    change(lists(permsOf('ACME/G3/R13', [user(7)])));
    expect([asked(), sent[13]]).toEqual([1, ['event: rights']]);
    expect(sent.filter((events) => events.length > 0)).toHaveLength(1);
    change(lists(permsOf('ACME/G3', [team, user(1)])));
    // R13 has left the watched topics of its group.
    expect(asked()).toBe(count / 10);
  }
});

test('who comes with another right to interact than they have now is told so, and nobody else', () => {
  const told = (canInteract: boolean | undefined) => {
    const { hub, watching, sent } = rig(1);
    const stream = hub.stream('s0') ?? expect.unreachable();
    watching.set(stream, [{ topic: topic(0), version: 1, canInteract }]);
    return sent[0];
  };
  expect([told(true), told(false), told(undefined)]).toEqual([['event: rights'], [], []]);
});

test('who leaves a group loses what they watch; nobody else is asked again, however many there are', () => {
  inOneSlice();
  for (const count of [100, 1000]) {
    const { change, asked, sent } = rig(count);
    change(without(count, 5));
    expect([asked(), sent[5]]).toEqual([1, ['event: rights']]);
    expect(sent.filter((events) => events.length > 0)).toHaveLength(1);
  }
});

test('a change of lists that nobody watches under asks nobody', () => {
  const { change, asked } = rig(100);
  change(lists(permsOf('ACME/OTHER', [team]), permsOf('ACME/OTHER/ONE', [team])));
  expect(asked()).toBe(0);
});

test('while many are asked again in slices, nothing of a topic goes to a viewer who lost it and was not asked yet', async () => {
  const count = 1000;
  const { hub, change, asked, sent } = rig(count);
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += limits.slice;
    return now;
  });
  change(without(count, ...Array.from({ length: count }, (_, n) => n)));
  expect(asked()).toBeLessThan(100);
  const last = count - 1;
  expect(sent[last]).toEqual([]);
  void hub.broadcast(step(topic(last)));
  hub.tell(topic(last), 'publisher', { topic: topic(last), seenUtc: '' });
  expect(sent[last]).toEqual(['event: rights']);
  for (let turns = 0; asked() < count && turns < count; turns++) await nextTurn();
  expect(sent).toEqual(sent.map(() => ['event: rights']));
});

test('a viewer who keeps the right hears of versions in between', () => {
  const count = 1000;
  const { hub, change, sent } = rig(count);
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += limits.slice;
    return now;
  });
  change(without(count, ...Array.from({ length: count - 1 }, (_, n) => n)));
  void hub.broadcast(step(topic(count - 1)));
  expect(sent[count - 1]).toEqual(['event: delta']);
});

test('viewers of a topic that gets a view secret are asked again in slices, and hear nothing more before', async () => {
  const count = 200;
  const { hub, watching, close, asked, sent } = rig(count);
  const one = branded<'Topic'>('ACME/OPEN/ONE');
  for (const stream of hub.streams()) watching.set(stream, [{ topic: one, version: 1 }]);
  const before = asked();
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += limits.slice;
    return now;
  });
  close(one);
  expect(asked() - before).toBeLessThan(100);
  void hub.broadcast(step(one));
  for (let turns = 0; asked() - before < count && turns < count; turns++) await nextTurn();
  expect(sent).toEqual(sent.map(() => ['event: rights']));
  expect(hub.isWatched(one)).toBe(false);
});

test('who comes with a version that was not heard of here yet is not sent back to an earlier one', async () => {
  const { hub, watching, sent, publishedElsewhere } = rig(1);
  const [stream] = hub.streams();
  publishedElsewhere();
  if (stream) watching.set(stream, [{ topic: topic(0), version: 2 }]);
  await nextTurn();
  expect(sent).toEqual([[]]);
  if (stream) watching.set(stream, [{ topic: topic(0), version: 3 }]);
  await nextTurn();
  expect(sent).toEqual([['event: changed']]);
});
