import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { addresseeOf } from '@sheetwire/rules/addressee';
import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VersionStep } from '#report/recent-steps.ts';
import { RightsIndex } from '#rights/rights-index.ts';
import { toAll } from '#testing/to-all.ts';
import type { Frame } from './frames.ts';
import { LiveHub } from './hub.ts';
import { LiveStream } from './live-stream.ts';
import { Watching } from './watching.ts';

const topic = branded<'Topic'>('ACME/RATES/DAILY');
const user: User = branded<'User'>('ACME/ann');
const nothing = () => undefined;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Until what waits for a turn has had it. */
const turns = async () => {
  await nextTurn();
  await nextTurn();
};
const stepTo = (to: number): VersionStep => ({ topic, from: to - 1, to, ops: [], time: '', sender: '' });

/** A report at version 3, and a viewer who comes with version 1; what the log tells of it comes when a test says. */
function comes() {
  const rights = RightsIndex.of({ perms: [], groups: [], unadministered: 'entity' });
  let version = 3;
  const asked: { from: number; answer: (steps: readonly VersionStep[] | undefined) => void }[] = [];
  const head = (one: Topic) => ({
    ...{ topic: one, version, time: '', sender: '', isLive: true },
    ...{ viewSecret: null, publishSecret: null },
  });
  const engine = {
    head,
    versionNow: () => version,
    stepsSince: (_: Topic, from: number) =>
      new Promise<readonly VersionStep[] | undefined>((answer) => asked.push({ from, answer })),
    refresh: async () => undefined,
  };
  const hub = new LiveHub(toAll);
  const onFault = (fault: unknown) => expect.unreachable(String(fault));
  const watching = new Watching({ rights: () => rights, provesViewSecret: () => false, engine, onFault }, hub);
  const sent: string[] = [];
  const write = ({ plain }: Frame) => {
    const [event = '', data = ''] = plain.toString().split('\n');
    const { to, version: changed } = JSON.parse(data.slice('data: '.length));
    sent.push(`${event.slice('event: '.length)} ${to ?? changed ?? ''}`.trim());
  };
  const outlet = { waiting: 0, write, onceDrained: nothing, close: nothing, destroy: nothing };
  const facts = { kind: 'session' as const, addinVersion: null, sessionHash: '', bearerId: null, lineHash: '' };
  const owner = { user, addressee: addresseeOf(user), ...facts };
  const stream = new LiveStream('s', owner, outlet);
  hub.open(stream);
  sent.length = 0;
  watching.set(stream, [{ topic, version: 1 }]);
  return {
    ...{ hub, sent, asked },
    publish: () => {
      version++;
      void hub.broadcast(stepTo(version));
    },
  };
}

test('a version that is told while what a viewer lacks is read comes with the rest, as a delta', async () => {
  const { sent, asked, publish } = comes();
  publish();
  expect(sent).toEqual([]);
  asked[0]?.answer([stepTo(2), stepTo(3), stepTo(4)]);
  await turns();
  expect(sent).toEqual(['delta 2', 'delta 3', 'delta 4']);
  publish();
  expect(sent.at(-1)).toBe('delta 5');
});

test('what was read before that version came is read again', async () => {
  const { hub, sent, asked, publish } = comes();
  publish();
  asked[0]?.answer([stepTo(2), stepTo(3)]);
  await turns();
  expect(asked).toHaveLength(2);
  asked[1]?.answer([stepTo(2), stepTo(3), stepTo(4)]);
  await turns();
  expect(sent).toEqual(['delta 2', 'delta 3', 'delta 4']);
  expect(hub.counts).toMatchObject({ deltas: 3, fetches: { behind: 0, returning: 0 } });
});

test('a version that comes in whatever moment of it is missed by nobody', async () => {
  for (let moment = 0; moment < 12; moment++) {
    const { sent, asked, publish } = comes();
    asked[0]?.answer([stepTo(2), stepTo(3)]);
    for (let n = 0; n < moment; n++) await Promise.resolve();
    publish();
    await turns();
    asked[1]?.answer([stepTo(2), stepTo(3), stepTo(4)]);
    await turns();
    expect([moment, sent]).toEqual([moment, ['delta 2', 'delta 3', 'delta 4']]);
  }
});

test('who is outrun again and again, or waits for a slow store, is told to fetch, once', async () => {
  const outrun = comes();
  for (let read = 0; read < limits.catchUp.reads; read++) {
    outrun.publish();
    outrun.asked[read]?.answer([stepTo(2), stepTo(3)]);
    await turns();
  }
  expect(outrun.sent).toEqual([`changed ${3 + limits.catchUp.reads}`]);
  const slow = comes();
  slow.publish();
  await vi.advanceTimersByTimeAsync(limits.catchUp.within);
  expect(slow.sent).toEqual(['changed 4']);
  slow.asked[0]?.answer([stepTo(2), stepTo(3), stepTo(4)]);
  await turns();
  slow.publish();
  expect(slow.sent).toEqual(['changed 4', 'delta 5']);
});

const long: Op = [0, 'c', 0, 'x'.repeat(20_000)];

/** A viewer who comes back for many reports, of each of which the log tells at once what changed. */
function comesForMany(topics: readonly Topic[]) {
  const rights = RightsIndex.of({ perms: [], groups: [], unadministered: 'entity' });
  const head = (one: Topic) => ({
    ...{ topic: one, version: 2, time: '', sender: '', isLive: true },
    ...{ viewSecret: null, publishSecret: null },
  });
  const engine = {
    head,
    versionNow: () => 2,
    stepsSince: async (one: Topic) => [{ topic: one, from: 1, to: 2, ops: [long], time: '', sender: '' }],
    refresh: async () => undefined,
  };
  const hub = new LiveHub(toAll);
  const onFault = (fault: unknown) => expect.unreachable(String(fault));
  const watching = new Watching({ rights: () => rights, provesViewSecret: () => false, engine, onFault }, hub);
  const sent: string[] = [];
  const write = ({ plain }: Frame) => void sent.push(plain.toString().split('\n')[0] ?? '');
  const outlet = { waiting: 0, write, onceDrained: nothing, close: nothing, destroy: nothing };
  const facts = { kind: 'session' as const, addinVersion: null, sessionHash: '', bearerId: null, lineHash: '' };
  const stream = new LiveStream('s', { user, addressee: addresseeOf(user), ...facts }, outlet);
  hub.open(stream);
  sent.length = 0;
  watching.set(
    stream,
    topics.map((one) => ({ topic: one, version: 1 })),
  );
  return sent;
}

test('what a viewer lacks of many reports is not all written in one turn', async () => {
  const sent = comesForMany(Array.from({ length: 50 }, (_, n) => branded<'Topic'>(`ACME/RATES/R${n}`)));
  let most = 0;
  for (let before = 0; sent.length < 50; before = sent.length) {
    await nextTurn();
    most = Math.max(most, sent.length - before);
  }
  expect(most).toBeLessThan(5);
});

test('a report that is named again and again is told once', async () => {
  const sent = comesForMany(Array.from({ length: 50 }, () => topic));
  for (let n = 0; n < 60; n++) await nextTurn();
  expect(sent).toEqual(['event: delta']);
});
