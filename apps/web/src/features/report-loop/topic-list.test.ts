import { TestClock } from '@sheetwire/client/test-clock';
import { lineDown, refuse, TestTransport, testCaller } from '@sheetwire/client/test-line';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { LiveHub } from '#features/live/live-hub.ts';
import { pageLine } from '#features/live/page-line.ts';
import { TopicList } from './topic-list.ts';

interface Given {
  readonly isMobile?: boolean;
  readonly answer?: (input: unknown, nth: number) => unknown;
}

const full = {
  user: 'ACME/jane',
  sameNumTopics: false,
  entities: ['ACME'],
  groups: ['ACME/RATES'],
  topics: ['ACME/RATES/DAILY'],
  topicsId: 'list one',
};
const empty = { ...full, groups: [], topics: [] };
const same = { user: 'ACME/jane', sameNumTopics: true };

function setUp({ isMobile = false, answer = () => full }: Given = {}) {
  const clock = new TestClock();
  const transport = new TestTransport();
  const asked: unknown[] = [];
  const told: string[] = [];
  const { call } = testCaller((name, input) => (name === 'watch' ? {} : answer(input, asked.push(input))));
  const hub = new LiveHub({ transport, call, clock, chance: () => 1 });
  let user: { user: string; hasLicense: boolean } | undefined = { user: 'ACME/jane', hasLicense: true };
  const list = new TopicList({
    call,
    clock,
    live: pageLine(hub),
    session: () => user,
    isMobile,
    chance: () => 0.5,
    events: {
      onLoggedOut: () => void told.push('logged out'),
      onOtherUser: () => void told.push('other user'),
      onLicenseLost: () => void told.push('license lost'),
    },
  });
  const signIn = (as: typeof user) => {
    user = as;
  };
  return { clock, transport, asked, told, list, signIn };
}

/** No stream can be had: the lists live by the refresh alone. */
async function withoutStream(given?: Given) {
  const all = setUp(given);
  all.transport.line.end({ kind: 'refused', status: 404 });
  all.list.start();
  await all.clock.advance(0);
  return all;
}

test('the lists are refreshed every 10 s, on mobile every 30 s', async () => {
  for (const device of ['desktop', 'mobile'] as const) {
    const { asked, clock } = await withoutStream({ isMobile: device === 'mobile' });
    await clock.advance(limits.topicRefresh[device] - 1);
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    expect(asked).toHaveLength(2);
  }
});

test('reports make the lists ready at once, an empty answer only after 1.5 s', async () => {
  const { list } = await withoutStream();
  expect(list.lists.getSnapshot()).toEqual({
    isReady: true,
    entities: full.entities,
    groups: full.groups,
    topics: full.topics,
  });
  const none = await withoutStream({ answer: () => empty });
  expect(none.list.lists.getSnapshot().isReady).toBe(false);
  await none.clock.advance(limits.topicRetry.desktop);
  expect(none.list.lists.getSnapshot().isReady).toBe(false);
  await none.clock.advance(limits.topicRetry.desktop);
  expect(none.list.lists.getSnapshot().isReady).toBe(true);
});

test('a failed first call is tried again after 1 s, on mobile after 3 s', async () => {
  for (const device of ['desktop', 'mobile'] as const) {
    const { asked, clock, list } = await withoutStream({
      isMobile: device === 'mobile',
      answer: (_, nth) => (nth === 1 ? lineDown() : full),
    });
    await clock.advance(limits.topicRetry[device] - 1);
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    expect(list.lists.getSnapshot().isReady).toBe(true);
  }
});

test('an unchanged count keeps the lists; after 150 s everything is asked for', async () => {
  const { asked, clock, list } = await withoutStream({ answer: (_, nth) => (nth === 1 ? full : same) });
  await clock.advance(limits.topicFullRefresh + limits.topicRefresh.desktop);
  expect(asked.slice(0, 16)).toEqual([
    { currnumtopics: 0 },
    ...Array(15).fill({ currnumtopics: 1, topicsId: 'list one' }),
  ]);
  expect(asked[16]).toEqual({ currnumtopics: 0 });
  expect(list.lists.getSnapshot().topics).toEqual(full.topics);
});

test('nothing is asked before there is a user with a license', async () => {
  const { asked, clock, list, signIn } = setUp();
  signIn(undefined);
  list.start();
  await clock.advance(5000);
  signIn({ user: 'ACME/jane', hasLicense: false });
  await clock.advance(5000);
  expect(asked).toHaveLength(0);
  signIn({ user: 'ACME/jane', hasLicense: true });
  await clock.advance(limits.authWait);
  expect(asked).toHaveLength(1);
});

test('another user, a lost seat and an ended session are told', async () => {
  expect((await withoutStream({ answer: () => ({ ...full, user: 'ACME/other' }) })).told).toEqual(['other user']);
  const lost = { ...empty, hasLicense: false };
  expect((await withoutStream({ answer: () => lost })).told).toEqual(['license lost']);
  const ended = await withoutStream({
    answer: () => refuse({ status: 401, code: 'not_signed_in', message: 'Log in first' }),
  });
  expect(ended.told).toEqual(['logged out']);
});

test('with a stream its news keep the lists, and one call is made when it opens', async () => {
  const { asked, clock, transport, list } = setUp({ answer: (_, nth) => (nth === 1 ? full : same) });
  list.start();
  await clock.advance(0);
  transport.line.send('hello', { streamId: 's' });
  await clock.advance(limits.topicRefresh.desktop * 1.5);
  expect(asked).toHaveLength(2);
  transport.line.send('topics', { added: ['DEMO/DESK/DAILY'], removed: ['ACME/RATES/DAILY'] });
  expect(list.lists.getSnapshot()).toEqual({
    isReady: true,
    entities: ['ACME', 'DEMO'],
    groups: ['DEMO/DESK'],
    topics: ['DEMO/DESK/DAILY'],
  });
});

test('a list that news made another is asked for in full, since it is none that the server told', async () => {
  const { asked, clock, transport, list } = setUp({ answer: (_, nth) => (nth === 1 ? full : same) });
  list.start();
  await clock.advance(0);
  transport.line.send('hello', { streamId: 's' });
  await clock.advance(0);
  expect(asked).toEqual([{ currnumtopics: 0 }, { currnumtopics: 1, topicsId: 'list one' }]);
  transport.line.send('topics', { added: ['DEMO/DESK/DAILY'], removed: ['ACME/RATES/DAILY'] });
  list.refresh();
  await clock.advance(0);
  expect(asked.at(-1)).toEqual({ currnumtopics: 0 });
});

test('news during a call lead to another one, since the answer may be older', async () => {
  let release: (() => void) | undefined;
  const { asked, clock, transport, list } = setUp({
    answer: async (_, nth) => {
      if (nth === 2) await new Promise<void>((resolve) => (release = resolve));
      return full;
    },
  });
  list.start();
  await clock.advance(0);
  transport.line.send('hello', { streamId: 's' });
  transport.line.send('topics', { added: ['ACME/FX/SPOT'], removed: [] });
  release?.();
  await clock.advance(0);
  expect(asked).toHaveLength(3);
});

test('a stopped list asks nothing more', async () => {
  const { asked, clock, list } = await withoutStream();
  list.stop();
  await clock.advance(limits.topicFullRefresh);
  expect(asked).toHaveLength(1);
});

test('of more reports than are named the list is asked for, at a moment of its own, and what is shown stays meanwhile', async () => {
  const more = [...full.topics, 'ACME/RATES/OTHER'];
  const { clock, transport, asked, list } = setUp({ answer: (_, nth) => (nth < 3 ? full : { ...full, topics: more }) });
  list.start();
  transport.line.send('hello', { streamId: 's' });
  await clock.advance(0);
  const before = asked.length;
  transport.line.send('topics', { added: [], removed: [], more: true });
  await clock.advance(limits.topicsTold.within / 2 - 1);
  expect([asked.length, list.lists.getSnapshot().topics]).toEqual([before, full.topics]);
  await clock.advance(1);
  expect([asked.length, list.lists.getSnapshot().topics]).toEqual([before + 1, more]);
});
