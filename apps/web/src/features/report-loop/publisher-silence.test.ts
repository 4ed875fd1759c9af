import { expect, test } from 'vitest';
import { PublisherSilence } from './publisher-silence.ts';

const second = 1000;
const last = Date.UTC(2026, 10, 21, 12, 0, 2);
const times = ['20261121120000000', '20261121120001000', '20261121120002000'];

function heardOf(all: readonly string[], now: number): PublisherSilence {
  const silence = new PublisherSilence();
  for (const time of all) silence.noteVersion(time, now);
  return silence;
}

test('who comes after a publisher stopped is told since when it is silent', () => {
  const now = last + 110 * second;
  expect(heardOf(times, now).silentSince(now)).toBe(new Date(last).toISOString());
});

test('a publisher is not called silent within a minute, nor when its rhythm is not known', () => {
  expect(heardOf(times, last).silentSince(last + 60 * second)).toBeUndefined();
  expect(heardOf(times.slice(-1), last).silentSince(last + 3600 * second)).toBeUndefined();
});

test('a slow rhythm has three of its gaps', () => {
  const slow = ['20261121090000000', '20261121100000000', '20261121110000000'];
  const at = Date.UTC(2026, 10, 21, 11);
  const silence = heardOf(slow, at);
  expect(silence.silentSince(at + 3 * 3600 * second)).toBeUndefined();
  expect(silence.silentSince(at + 3 * 3600 * second + 1)).toBe(new Date(at).toISOString());
});

test('a publisher whose lease has lapsed is silent at once, until it is heard again', () => {
  const seenUtc = new Date(last).toISOString();
  const silence = heardOf(times, last);
  silence.noteSeen({ seenUtc, isSilent: true }, last + second);
  expect(silence.silentSince(last + second)).toBe(seenUtc);
  silence.noteSeen({ seenUtc }, last + 2 * second);
  expect(silence.silentSince(last + 2 * second)).toBeUndefined();
  silence.noteSeen({ seenUtc, isSilent: true }, last + 3 * second);
  silence.noteVersion('20261121120005000', last + 3 * second, last + 3 * second);
  expect(silence.silentSince(last + 3 * second)).toBeUndefined();
});

test('a value that a viewer set is no sign of its publisher', () => {
  const silence = heardOf(times, last);
  const now = last + 110 * second;
  for (const time of ['20261121120002001', '20261121120002002']) silence.noteVersion(time, now, now);
  expect(silence.silentSince(now)).toBe(new Date(last).toISOString());
});

test('where the clock is ahead, versions that came since the last look were published since', () => {
  const ahead = 600 * second;
  const silence = heardOf(times, last + ahead);
  silence.noteVersion('20261121120003000', last + ahead + second, last + ahead);
  expect(silence.silentSince(last + ahead + 2 * second)).toBeUndefined();
  expect(silence.silentSince(last + ahead + 61 * second)).toBe(new Date(last + ahead).toISOString());
});
