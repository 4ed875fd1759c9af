import { limits } from '@sheetwire/contract/limits';
import { addresseeOf } from '@sheetwire/rules/addressee';
import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Unread } from '#report/from-log/unread.ts';
import { toAll } from '#testing/to-all.ts';
import type { Frame } from '../frames.ts';
import { LiveHub } from '../hub.ts';
import { LiveStream } from '../live-stream.ts';
import { UnreadNews } from './unread-news.ts';

const [daily, other] = [branded<'Topic'>('ACME/RATES/DAILY'), branded<'Topic'>('ACME/RATES/OTHER')];
const user: User = branded<'User'>('ACME/ann');
const nothing = () => undefined;
const { told, every } = limits.unread;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose reports are of a version that a test sets, and viewers of them. */
function server() {
  const held = new Map<Topic, number>([
    [daily, 3],
    [other, 3],
  ]);
  const unread = new Unread({ now: () => 0, steady: () => performance.now() }, (topic) => held.get(topic) ?? 0);
  const hub = new LiveHub(toAll);
  const news = new UnreadNews({ unread, hub, onFault: (fault) => expect.unreachable(String(fault)) });
  const sent: string[] = [];
  const view = (id: string, topic: Topic, version: number) => {
    const write = ({ plain }: Frame) => {
      const [event = '', data = ''] = plain.toString().split('\n');
      if (event === 'event: changed') sent.push(`${id} ${JSON.parse(data.slice('data: '.length)).version}`);
    };
    const outlet = { waiting: 0, write, onceDrained: nothing, close: nothing, destroy: nothing };
    const owner = {
      user,
      addressee: addresseeOf(user),
      kind: 'session' as const,
      addinVersion: null,
      sessionHash: '',
      bearerId: null,
      lineHash: '',
    };
    const stream = new LiveStream(id, owner, outlet);
    hub.open(stream);
    hub.setWatches(stream, [{ topic, version, viewSecret: undefined, mayInteract: false, checkedAt: 0 }]);
  };
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return sent.splice(0);
  };
  news.start();
  return { held, unread, hub, news, view, pass };
}

test('who watches a report of which a newer version is known and not read is told in time, and nobody else', async () => {
  const { unread, view, hub, pass } = server();
  view('one', daily, 3);
  view('two', daily, 3);
  view('three', other, 3);
  unread.note(daily, 4);
  expect(await pass(told - 1)).toEqual([]);
  expect(await pass(every)).toEqual(['one 4', 'two 4']);
  expect(hub.counts.fetches).toMatchObject({ unread: 2, returning: 0 });
  expect(await pass(10 * every)).toEqual([]);
});

test('who comes to it later is told too, with the version before and not with that one', async () => {
  const { unread, view, pass } = server();
  unread.note(daily, 4);
  await pass(told + every);
  view('behind', daily, 3);
  view('up to date', daily, 4);
  expect(await pass(every)).toEqual(['behind 4']);
});

test('a version that was read in time is told as any other, and one that came after it has its own time', async () => {
  const { held, unread, view, pass } = server();
  view('one', daily, 3);
  unread.note(daily, 4);
  await pass(told - 1);
  unread.note(daily, 5);
  held.set(daily, 4);
  expect(await pass(told - every)).toEqual([]);
  expect(await pass(2 * every)).toEqual(['one 5']);
});

test('a server that stops tells nobody', async () => {
  const { unread, view, news, pass } = server();
  view('one', daily, 3);
  unread.note(daily, 4);
  news.stop();
  expect(await pass(2 * told)).toEqual([]);
});
