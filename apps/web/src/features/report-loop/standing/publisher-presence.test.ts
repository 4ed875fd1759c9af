import { expect, test } from 'vitest';
import { type Presence, PublisherPresence } from './publisher-presence.ts';

const second = 1000;
const last = Date.UTC(2026, 10, 21, 12, 0, 2);
const times = ['20261121120000000', '20261121120001000', '20261121120002000'];

function heardOf(all: readonly string[], now: number): PublisherPresence {
  const silence = new PublisherPresence();
  for (const time of all) silence.noteVersion(time, now);
  return silence;
}

/** Since when a publisher is silent. */
function sinceOf(publisher: PublisherPresence, now: number): string | undefined {
  const presence = publisher.at(now);
  return presence.state === 'silent' ? new Date(presence.since).toISOString() : undefined;
}

test('who comes after a publisher stopped is told since when it is silent', () => {
  const now = last + 110 * second;
  expect(sinceOf(heardOf(times, now), now)).toBe(new Date(last).toISOString());
});

test('a publisher is not called silent within a minute, nor when its rhythm is not known', () => {
  expect(sinceOf(heardOf(times, last), last + 60 * second)).toBeUndefined();
  expect(sinceOf(heardOf(times.slice(-1), last), last + 3600 * second)).toBeUndefined();
});

test('a slow rhythm has three of its gaps', () => {
  const slow = ['20261121090000000', '20261121100000000', '20261121110000000'];
  const at = Date.UTC(2026, 10, 21, 11);
  const silence = heardOf(slow, at);
  expect(sinceOf(silence, at + 3 * 3600 * second)).toBeUndefined();
  expect(sinceOf(silence, at + 3 * 3600 * second + 1)).toBe(new Date(at).toISOString());
});

test('a publisher whose lease has lapsed is silent at once, until it is heard again', () => {
  const seenUtc = new Date(last).toISOString();
  const silence = heardOf(times, last);
  silence.noteSeen({ seenUtc, isSilent: true }, last + second);
  expect(sinceOf(silence, last + second)).toBe(seenUtc);
  silence.noteSeen({ seenUtc }, last + 2 * second);
  expect(sinceOf(silence, last + 2 * second)).toBeUndefined();
  silence.noteSeen({ seenUtc, isSilent: true }, last + 3 * second);
  silence.noteVersion('20261121120005000', last + 3 * second, last + 3 * second);
  expect(sinceOf(silence, last + 3 * second)).toBeUndefined();
});

test('a value that a viewer set is no sign of its publisher', () => {
  const silence = heardOf(times, last);
  const now = last + 110 * second;
  for (const time of ['20261121120002001', '20261121120002002']) silence.noteVersion(time, now, now);
  expect(sinceOf(silence, now)).toBe(new Date(last).toISOString());
});

test('where the clock is ahead, versions that came since the last look were published since', () => {
  const ahead = 600 * second;
  const silence = heardOf(times, last + ahead);
  silence.noteVersion('20261121120003000', last + ahead + second, last + ahead);
  expect(sinceOf(silence, last + ahead + 2 * second)).toBeUndefined();
  expect(sinceOf(silence, last + ahead + 61 * second)).toBe(new Date(last + ahead).toISOString());
});

const presence = (publisher: PublisherPresence, now: number): Presence['state'] => publisher.at(now).state;

test('a report that was published once has nobody who publishes it, and is as old as it is', () => {
  const once = heardOf(times.slice(-1), last);
  expect(once.at(last + second)).toEqual({ state: 'away', publishedAt: last });
  expect(once.at(last + 3 * 86_400 * second)).toEqual({ state: 'away', publishedAt: last });
});

test('two versions are a correction, three in a rhythm are a beat', () => {
  expect(presence(heardOf(times.slice(-2), last), last)).toBe('away');
  expect(presence(heardOf(times, last), last)).toBe('publishing');
});

test('what comes every hour has no beat: its age says more', () => {
  const hourly = ['20261121090000000', '20261121100000000', '20261121110000000'];
  const at = Date.UTC(2026, 10, 21, 11);
  expect(heardOf(hourly, at).at(at + 1800 * second)).toEqual({ state: 'away', publishedAt: at });
});

test('a connected publisher is there though it published once, until nothing is heard of it or its lease lapses', () => {
  const once = heardOf(times.slice(-1), last);
  const seenUtc = new Date(last).toISOString();
  once.noteSeen({ seenUtc, isConnected: true }, last);
  expect(presence(once, last + 60 * second)).toBe('publishing');
  expect(presence(once, last + 61 * second)).toBe('away');
  once.noteSeen({ seenUtc, isConnected: true }, last + 61 * second);
  expect(presence(once, last + 62 * second)).toBe('publishing');
  once.noteSeen({ seenUtc, isSilent: true }, last + 63 * second);
  expect(presence(once, last + 63 * second)).toBe('silent');
});

test('who says the same again publishes, though nothing changes', () => {
  const once = heardOf(times.slice(-1), last);
  once.noteSeen({ seenUtc: new Date(last + second).toISOString() }, last + second);
  expect(presence(once, last + 2 * second)).toBe('away');
  once.noteSeen({ seenUtc: new Date(last + 3600 * second).toISOString() }, last + 3600 * second);
  expect(presence(once, last + 3610 * second)).toBe('publishing');
  expect(presence(once, last + 3661 * second)).toBe('away');
});

test('a report that was never published has no age', () => {
  expect(new PublisherPresence().at(last)).toEqual({ state: 'away', publishedAt: undefined });
});
