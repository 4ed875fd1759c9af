import { expect, test } from 'vitest';
import { automaticRelease, outcomeWords, overWords, type WaitingPublish } from './held-words.ts';
import type { ReportDetail } from './publishing-model.ts';
import type { ToldVersion } from './words.ts';

const waits: WaitingPublish = {
  ...{ version: 7, sinceUtc: '2026-11-23T14:32:05.000Z', timeUtc: '2026-11-23T14:32:05.000Z', by: 'ACME/bot' },
  ...{ revision: 1, liveVersion: 4, rules: [{ rule: 0, action: 'hold', words: 'B2 on Curve moved' }] },
};
const version: ToldVersion = {
  ...{ version: 5, timeUtc: '', sender: 'ACME/bot', kind: 'changes', bytes: 1, pages: 1, cells: 1, rows: 0, styles: 0 },
  ...{ replaced: 0, source: 'report' },
};
const detail: ReportDetail = {
  ...{ topic: 'ACME/RATES/CLOSE', version: 4, timeUtc: '', sender: 'ACME/bot', isLive: true, publisher: 'none' },
  ...{ seenUtc: null, viewers: 0, hasPublishSecret: false, versions: [], hasMore: false, mayRollBack: true },
  ...{ notShown: [], refused: [] },
};

test('what became of a publish that waited is told from the history: released, rejected or overtaken', () => {
  const released = { ...version, broken: waits.rules };
  expect(outcomeWords(waits, { ...detail, version: 5, versions: [released] })).toBe(
    'The publish was released as version 5.',
  );
  const rejection = { timeUtc: '2026-11-23T14:40:00.000Z', user: 'ACME/bot', code: 'guard_refused', count: 1 };
  const rejected = { ...detail, refused: [{ ...rejection, message: 'Rejected by ACME/ann: wrong file' }] };
  expect(outcomeWords(waits, rejected)).toBe('Rejected by ACME/ann: wrong file. Viewers keep version 4.');
  const withdrawn = { ...detail, refused: [{ ...rejection, message: 'Withdrawn by ACME/bot' }] };
  expect(outcomeWords(waits, withdrawn)).toBe('Withdrawn by ACME/bot. Viewers keep version 4.');
  const ended = { ...detail, version: 0, refused: [{ ...rejection, message: 'Rejected by ACME/ann: wrong file.' }] };
  expect(outcomeWords(waits, ended)).toBe('Rejected by ACME/ann: wrong file. Nothing is live yet.');
  expect(outcomeWords(waits, { ...detail, version: 5, versions: [version] })).toBe(
    'A newer publish replaced it: version 5 is live.',
  );
  expect(outcomeWords(waits, detail)).toBe('The publish is no longer waiting.');
});

test('a rejection of before, a refusal by a rule and a version of before are none of what became of it', () => {
  const before = { timeUtc: '2026-11-23T14:00:00.000Z', user: 'ACME/bot', code: 'guard_refused', count: 1 };
  const refused = [
    { ...before, message: 'Rejected by ACME/ann' },
    { ...before, timeUtc: '2026-11-23T15:00:00.000Z', message: 'Rule 1: B2 is 30, above 10' },
  ];
  const versions = [{ ...version, version: 4, broken: waits.rules }];
  expect(outcomeWords(waits, { ...detail, refused, versions })).toBe('The publish is no longer waiting.');
});

test('a dialog about a publish that waits no more, or is another one, says so', () => {
  expect(overWords(7, waits)).toBeUndefined();
  expect(overWords(7, undefined)).toMatch(/^Someone else has decided/);
  expect(overWords(7, { ...waits, version: 8 })).toMatch(/^A newer publish has replaced it/);
});

test('after a decision to which no response came a dialog blames nobody for it', () => {
  expect(overWords(7, waits, true)).toBeUndefined();
  expect(overWords(7, undefined, true)).toBe('The publish is no longer waiting. Close this to see what became of it.');
  expect(overWords(7, { ...waits, version: 8 }, true)).toBe('A newer publish is waiting now. Close this to see it.');
});

test('what became of a publish is told while the next one waits', () => {
  const next = { ...detail, waits: { ...waits, version: 8 } };
  const released = { ...version, broken: waits.rules };
  expect(outcomeWords(waits, { ...next, version: 5, versions: [released] })).toBe(
    'The publish was released as version 5.',
  );
  expect(outcomeWords(waits, next)).toBe('A newer publish replaced it and is waiting now.');
});

test('an automatic release is promised only while it can come', () => {
  const due = { ...waits, releaseUtc: '2026-11-23T15:00:00.000Z' };
  const before = Date.parse('2026-11-23T14:59:00.000Z');
  const held = { version: 6, restored: 3, by: 'ACME/ann', timeUtc: '', reason: 'wrong prices' };
  expect(automaticRelease(waits, detail, before)).toBe('never');
  expect(automaticRelease(due, detail, before)).toBe('due');
  expect(automaticRelease(due, { ...detail, held }, before)).toBe('on hold');
  expect(automaticRelease(due, detail, before + 3 * 60_000)).toBe('missed');
});
