import type { LiveState } from '@sheetwire/live-book/publish/live-state';
import { expect, test } from 'vitest';
import { momentOf, wordsOfHold, wordsOfLive, wordsOfPublished, wordsOfViewers, wordsOfWaiting } from './pane-words.ts';

const told: readonly (readonly [LiveState | undefined, string, string])[] = [
  [undefined, 'Not live', 'none'],
  [{ state: 'connecting' }, 'Connecting…', 'blue'],
  [
    { state: 'standby', why: '' },
    'Standing by: another session is publishing. This one takes over when it stops',
    'blue',
  ],
  [{ state: 'live', version: 12 }, 'Live: version 12', 'green'],
  [
    { state: 'live', version: 12, waits: 13 },
    'On hold: publish 13 is waiting for approval; viewers keep version 12',
    'amber',
  ],
  [{ state: 'live', version: 0, waits: 1 }, 'On hold: publish 1 is waiting for approval', 'amber'],
  [
    { state: 'queued', waiting: 1, why: 'The server cannot be reached' },
    'Offline, 1 cell waiting: The server cannot be reached',
    'amber',
  ],
  [{ state: 'queued', waiting: 1240, why: 'x' }, 'Offline, 1,240 cells waiting: x', 'amber'],
  [{ state: 'queued', waiting: 'workbook', why: 'x' }, 'Offline, workbook waiting: x', 'amber'],
  [{ state: 'busy', why: 'Someone is typing' }, 'Waiting: Someone is typing. Changes are sent afterwards', 'amber'],
  [{ state: 'queued', waiting: 0, why: 'x' }, 'Offline, nothing waiting: x', 'amber'],
  [{ state: 'paused' }, 'Paused: changes are sent when you resume', 'amber'],
  [{ state: 'refused', why: 'Too many cells' }, 'Not published: Too many cells', 'red'],
  [{ state: 'lost', why: '' }, 'Live ended: another session now publishes this report', 'red'],
  [{ state: 'ended', why: 'No rights' }, 'Live ended: No rights', 'red'],
  [{ state: 'ended', why: 'stopped' }, 'Not live', 'none'],
];

test.each(told)('%j reads %s', (live, words, tone) => {
  expect(wordsOfLive(live)).toEqual({ words, tone });
});

test('a hold is explained once', () => {
  const live: LiveState = { state: 'held', waiting: 'workbook', why: 'ACME/ann rolled back' };
  const held = { version: 9, restored: 7, by: 'ACME/ann', timeUtc: '', reason: 'Wrong prices' };
  const heard = { version: 9, waits: undefined, of: undefined };
  expect(wordsOfLive(live, { ...heard, held: undefined }).words).toBe(
    'On hold, workbook waiting: ACME/ann rolled back',
  );
  expect(wordsOfLive(live, { ...heard, held }).words).toBe('On hold, workbook waiting');
});

test('viewers are counted in words, and a hold names who, what and why', () => {
  expect([0, 1, 2500].map((viewers) => wordsOfViewers({ viewers }))).toEqual([
    'No one is watching',
    '1 person is watching',
    '2,500 people are watching',
  ]);
  const held = { version: 9, restored: 7, by: 'ACME/ann', timeUtc: '', reason: 'Wrong prices' };
  expect(wordsOfHold(held)).toBe('Publishing is on hold: ACME/ann rolled back to version 7 (Wrong prices)');
});

test('what waits for approval is told with its publisher and the rules that it broke, and no more once it is decided', () => {
  const rules = [{ rule: 0, action: 'hold' as const, words: 'B2 on Prices moved by 61.6%' }];
  const waits = {
    ...{ version: 13, revision: 1, by: 'ACME/pat', liveVersion: 12, rules },
    ...{ sinceUtc: '2026-11-23T00:05:30Z', timeUtc: '' },
  };
  expect(wordsOfWaiting(waits)).toBe(
    `Publish 13 by ACME/pat has been waiting for approval since ${momentOf(waits.sinceUtc)}; viewers keep version 12 (B2 on Prices moved by 61.6%)`,
  );
  const live = { state: 'live', version: 12, waits: 13 } as const;
  expect(wordsOfLive(live, { version: 12, waits, of: 13 }).words).toMatch(/^On hold/);
  expect(wordsOfLive(live, { version: 12, of: 13 }).words).toBe('Live: version 12');
  expect(wordsOfPublished({ version: 12, changed: false, held: { version: 13 } })).toMatch(/^On hold: publish 13/);
  expect(wordsOfPublished({ version: 12, changed: false })).toBe('No changes: version 12 is still the latest');
});

test('a moment is read on the clock of the computer, to the minute, also just after midnight', () => {
  const [midnight, noon] = [new Date(2026, 10, 23, 0, 5, 30), new Date(2026, 10, 23, 12, 30)];
  expect([midnight, noon].map((at) => momentOf(at.toISOString()))).toEqual(['2026-11-23 00:05', '2026-11-23 12:30']);
});
