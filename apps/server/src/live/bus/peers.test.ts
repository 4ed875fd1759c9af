import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BusMessage } from '#ports/bus.ts';
import { Inbox } from './inbox.ts';
import { Outbox } from './outbox.ts';
import { Peers } from './peers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { mute, ended } = limits.bus.silent;

/** A server that hears the payloads of another one, but for some. */
function pair() {
  const outbox = new Outbox('there', { laneOf: (topic) => `lane of ${topic}` });
  const inbox = new Inbox('here', (fault) => expect.unreachable(String(fault)));
  let gaps = 0;
  inbox.onGap(() => gaps++);
  const say = (topic: string) => {
    outbox.add({ kind: 'control', topic });
    return outbox.take().map(({ text }) => text);
  };
  const hear = (texts: readonly string[]) => {
    for (const text of texts) inbox.receive(text, true);
  };
  /** Those of one moment are told as one. */
  const told = () => {
    vi.advanceTimersByTime(limits.bus.gatherGaps);
    return gaps;
  };
  return { outbox, inbox, say, hear, gaps: told };
}

test('what was lost on the way is noticed by the next payload, at the latest by the next beat', () => {
  const { outbox, say, hear, gaps } = pair();
  hear(say('A'));
  hear(say('B'));
  expect(gaps()).toBe(0);
  say('lost');
  hear(say('C'));
  expect(gaps()).toBe(1);
  hear([outbox.beat()]);
  expect(gaps()).toBe(1);
});

test('what a server did last before it fell silent may be told to nobody, and is looked for', () => {
  const { inbox, outbox, hear, gaps } = pair();
  hear([outbox.beat()]);
  for (let n = 1; n < mute; n++) inbox.beat();
  expect(gaps()).toBe(0);
  inbox.beat();
  expect(gaps()).toBe(1);
  for (let n = mute + 1; n < ended; n++) inbox.beat();
  expect(gaps()).toBe(1);
  // Cut off from the others it may have worked on for a while.
  for (let n = 0; n < ended; n++) inbox.beat();
  expect(gaps()).toBe(2);
});

test('a payload that is lost as the last for now is noticed by the beat after it', () => {
  const { outbox, say, hear, gaps } = pair();
  hear([outbox.beat()]);
  say('lost');
  hear([outbox.beat()]);
  expect(gaps()).toBe(1);
});

test('a line that loses much is read for at once, and then once a beat', () => {
  const { inbox, outbox, say, hear, gaps } = pair();
  hear([outbox.beat()]);
  for (let n = 0; n < 10; n++) {
    say('lost');
    hear(say('A'));
  }
  expect(gaps()).toBe(1);
  inbox.beat();
  expect(gaps()).toBe(2);
  inbox.beat();
  inbox.beat();
  expect(gaps()).toBe(2);
});

test('what comes twice, or on the lane of a topic, leaves no gap', () => {
  const { outbox, say, hear, gaps } = pair();
  const first = say('A');
  hear([...first, ...first, ...say('B'), ...first]);
  const step = { from: 1, to: 2, time: 't', sender: 's', isLive: true, ops: [[0, 'c', 0, 'x']] as const };
  outbox.add({ kind: 'version', topic: 'A', version: 2, steps: { cleaner: 1, list: [step] } });
  outbox.take();
  hear(say('C'));
  expect(gaps()).toBe(0);
});

test('after the line was back any payload may be the next', () => {
  const { inbox, outbox, say, hear, gaps } = pair();
  hear([outbox.beat()]);
  say('lost');
  inbox.lineIsBack();
  expect(gaps()).toBe(1);
  hear(say('A'));
  expect(gaps()).toBe(1);
  say('lost');
  hear(say('B'));
  expect(gaps()).toBe(2);
});

test('a server that falls silent is mute after some beats, until it is heard again or taken to have ended', () => {
  const { inbox, outbox, hear } = pair();
  const silentFor = (beats: number) => {
    for (let n = 0; n < beats; n++) inbox.beat();
    return inbox.mayMiss;
  };
  expect(silentFor(ended)).toBe(false);
  hear([outbox.beat()]);
  expect([silentFor(mute - 1), silentFor(1)]).toEqual([false, true]);
  hear([outbox.beat()]);
  expect([inbox.mayMiss, silentFor(ended - 1), silentFor(1)]).toEqual([false, true, false]);
});

test('a server that stops says so, and nobody waits for it', () => {
  const { inbox, outbox, hear } = pair();
  hear([outbox.beat(), outbox.bye()]);
  for (let n = 0; n < mute; n++) inbox.beat();
  expect(inbox.mayMiss).toBe(false);
});

test('a server of a release that does not count is not waited for, nor more servers than there can be', () => {
  const peers = new Peers();
  expect(peers.heard({ node: 'old' })).toBe('next');
  for (let n = 0; n <= limits.bus.maxPeers; n++) peers.heard({ node: `${n}`, count: 1 });
  expect(peers.heard({ node: `${limits.bus.maxPeers}`, count: 9 })).toBe('next');
  for (let n = 0; n < mute; n++) peers.beat();
  for (let n = 0; n < limits.bus.maxPeers; n++) peers.heard({ node: `${n}`, count: 2 });
  expect(peers.isAnyMute).toBe(false);
});

test('what a server said is heard once, whoever sends it again, and after its end too', () => {
  const heard: string[] = [];
  const outbox = new Outbox('there', { laneOf: (topic) => `lane of ${topic}` });
  const inbox = new Inbox('here', (fault) => expect.unreachable(String(fault)));
  inbox.onMessage((message) => heard.push(message.kind));
  const say = (message: BusMessage) => {
    outbox.add(message);
    return outbox.take().map(({ text }) => text);
  };
  const record = [
    ...say({ kind: 'ended', user: 'ACME/ann', what: 'everything' }),
    ...say({ kind: 'midedit', topic: 'A/B/C', who: 'w', isTyping: true }),
    outbox.beat(),
    outbox.bye(),
  ];
  const hear = () => {
    for (const text of record) inbox.receive(text, true);
  };
  hear();
  expect(heard).toEqual(['ended', 'midedit']);
  hear();
  for (let n = 0; n < ended; n++) inbox.beat();
  hear();
  expect(heard).toEqual(['ended', 'midedit']);
  expect(inbox.mayMiss).toBe(false);
});

test('a payload that is sent again hides no server that fell silent', () => {
  const { inbox, outbox, hear } = pair();
  const beat = outbox.beat();
  hear([beat]);
  for (let n = 0; n < mute; n++) {
    inbox.beat();
    hear([beat]);
  }
  expect(inbox.mayMiss).toBe(true);
});

test('what was said before this server listened is believed only when it was sent just now', () => {
  let now = 1_000_000;
  const heard: string[] = [];
  const outbox = new Outbox('there', { laneOf: (topic) => `lane of ${topic}`, now: () => now });
  const isRecent = ({ sentAt = Number.NaN }) => now - sentAt <= limits.bus.recent;
  const inbox = new Inbox(
    'here',
    (fault) => heard.push(String(fault).slice(0, 'Error: read the store'.length)),
    isRecent,
  );
  inbox.onMessage((message) => heard.push(message.kind));
  inbox.onGap(() => heard.push('gap'));
  const say = (...messages: readonly BusMessage[]) => {
    for (const message of messages) outbox.add(message);
    return outbox.take().map(({ text }) => text);
  };
  const hear = (texts: readonly string[]) => {
    for (const text of texts) inbox.receive(text, true);
    vi.advanceTimersByTime(limits.bus.gatherGaps);
    return heard.splice(0);
  };
  const ended: BusMessage = { kind: 'ended', user: 'ACME/ann', what: 'everything' };
  const old = [...say({ kind: 'rights' }, ended), outbox.beat()];
  now += limits.bus.recent + 1;
  expect(hear(old)).toEqual(['rights', 'Error: read the store', 'gap']);
  // A server whose clock is off may be lost as well, and nobody would notice.
  expect(inbox.mayMiss).toBe(true);
  for (let n = 0; n < mute; n++) inbox.beat();
  expect(inbox.mayMiss).toBe(false);
  expect(hear(say(ended))).toEqual(['ended']);
  expect(hear(old)).toEqual([]);
  now -= 1000 * limits.bus.recent;
  expect(hear(say(ended))).toEqual(['ended']);
});
