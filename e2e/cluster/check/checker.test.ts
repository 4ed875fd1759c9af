import { describe, expect, test } from 'vitest';
import { broken } from './checker.ts';
import { worstGap } from './gaps.ts';
import type { Fact } from './history.ts';

const topic = 'ACME/TEST/R0';
const viewer = 'ann';
const second = 1000;
const end = 60 * second;
const versions = 20;

const said = (at: number, words: string): Fact => ({ what: 'says', viewer, topic, at, words });
const shown = (at: number, version: number, values = [version]): Fact => ({
  ...{ what: 'shown', viewer, topic },
  ...{ at, version, values },
});
const off = (at: number): Fact => ({ what: 'shown', viewer, topic, at, version: 0, values: [] });
const right = (at: number, isHeld: boolean, isSure = true): Fact => ({
  ...{ what: 'right', viewer, topic, from: at - 20, at, isHeld },
  isSure,
});
const fault = (from: number, at: number): Fact => ({ what: 'fault', name: 'pause', from, at });

/** One report that is published every two seconds and seen at once, with a control, a snapshot and nothing wrong. */
function goodHistory(): Fact[] {
  const facts: Fact[] = [said(0, 'live')];
  for (let version = 1; version <= versions; version++) {
    const at = version * 2 * second;
    facts.push({ what: 'published', topic, value: version, from: at - 30, at, end: 'kept', version });
    facts.push(shown(at + 20, version));
  }
  facts.push({ what: 'entered', topic, value: 'v1', from: 100, at: 200, end: 'updated' });
  facts.push({ what: 'handed', topic, value: 'v1', at: 150 });
  facts.push({ what: 'entered', topic, value: 'v2', from: 300, at: 5300, end: 'refused' });
  facts.push({ what: 'published', topic, value: 99, from: 1, at: 2, end: 'refused', why: '503 store_unavailable' });
  for (let version = 1; version <= versions; version++) {
    facts.push({ what: 'stored', topic, version, values: [version] });
  }
  facts.push({ what: 'snapshots', topic, kept: 1, noted: 1 }, fault(10 * second, 13 * second), said(end, 'published'));
  return facts;
}

const without = (isGone: (fact: Fact) => boolean) => goodHistory().filter((fact) => !isGone(fact));
const withFacts = (...more: Fact[]) =>
  [...goodHistory(), ...more].toSorted((a, b) => ('at' in a ? a.at : end) - ('at' in b ? b.at : end));
const isShown = (from: number, to: number) => (fact: Fact) => fact.what === 'shown' && fact.at > from && fact.at < to;

test('a history in which every promise was kept has nothing to tell', () => {
  expect(broken(goodHistory())).toEqual([]);
  expect(worstGap(goodHistory())).toBe(20);
});

/** What is put into the history by hand, and the words that tell it. */
const spoiled: Record<string, readonly [facts: readonly Fact[], told: RegExp]> = {
  'an acknowledged version that is gone': [
    without((fact) => fact.what === 'stored' && fact.version === 7),
    /^lost: version 7 /,
  ],
  'the last acknowledged version that is gone': [
    without((fact) => fact.what === 'stored' && fact.version === versions),
    /^lost: version 20 /,
  ],
  'a publish that is answered with a version from before another one': [
    withFacts({
      ...{ what: 'published', topic, value: 7 },
      from: 21 * second,
      at: 22 * second,
      end: 'kept',
      version: 7,
    }),
    /^undone: 7 of ACME\/TEST\/R0 was answered with version 7 after version 10/,
  ],
  'a version that came back with other content': [
    goodHistory().map((fact) => (fact.what === 'stored' && fact.version === 7 ? { ...fact, values: [99] } : fact)),
    /^two contents: version .* 7 is 7 and 99/,
  ],
  'a number that was acknowledged for two publishes': [
    withFacts({ what: 'published', topic, value: 50, from: 1, at: 2, end: 'kept', version: 5 }),
    /^two contents: version .* 5 is/,
  ],
  'a screen with cells of two versions': [withFacts(shown(41 * second, 21, [20, 21])), /^torn: version 21 /],
  'a version in the store with cells of two versions': [
    withFacts({ what: 'stored', topic, version: 21, values: [20, 21] }),
    /^torn: version 21 /,
  ],
  'a version that nobody sent': [withFacts(shown(41 * second, 21, [777])), /^invented: version 21 .* says 777/],
  'a screen that goes back': [withFacts(shown(41 * second, 19, [19])), /^back: ann .* from 20 to 19/],
  'a control update that came twice': [
    withFacts({ what: 'handed', topic, value: 'v1', at: 400 }),
    /^control twice: .* v1 came 2 times/,
  ],
  'a control update that its viewer believes in and nobody got': [
    without((fact) => fact.what === 'handed'),
    /^control lost: .* v1/,
  ],
  'a control update that nobody made': [
    withFacts({ what: 'handed', topic, value: 'v7', at: 400 }),
    /^control invented: .* v7/,
  ],
  'a snapshot that was not taken': [
    goodHistory().map((fact) => (fact.what === 'snapshots' ? { ...fact, kept: 0 } : fact)),
    /^snapshot: .* has 0, noted 1/,
  ],
  'a snapshot that was taken twice': [
    goodHistory().map((fact) => (fact.what === 'snapshots' ? { ...fact, noted: 2 } : fact)),
    /^snapshot: .* has 1, noted 2/,
  ],
  'words that say live over a version that is not the newest': [
    without(isShown(20 * second, 32 * second)),
    /^untrue: ann says live without version 10 /,
  ],
  'a screen that is not whole again after a fault': [
    [
      ...without(isShown(10 * second, 30 * second)),
      said(10 * second, 'reconnecting'),
      said(30 * second, 'live'),
    ].toSorted((a, b) => ('at' in a ? a.at : end) - ('at' in b ? b.at : end)),
    /^not whole: ann .* after pause/,
  ],
  'a report that stays on the screen of who may not view it': [
    withFacts(right(30_500, false), right(50_500, true)),
    /^right: ann .* still sees it at 31500/,
  ],
  'a version that is shown to who may not view it': [
    withFacts(right(30_500, false), off(30_600), right(50_500, true)).filter((fact) => !isShown(30_700, 37_000)(fact)),
    /^right: ann .* is shown version 19 /,
  ],
  'a report that nobody was shown': [without((fact) => fact.what === 'shown'), /^empty: nobody was shown/],
  'a report that was not read back': [without((fact) => fact.what === 'stored'), /was not read back/],
  'controls of which none came to the publisher': [
    without((fact) => fact.what === 'handed' || (fact.what === 'entered' && fact.end === 'updated')),
    /^empty: no value that was set came/,
  ],
  'nothing at all': [[], /^empty: nothing was published/],
};

describe('the checker finds', () => {
  test.each(Object.entries(spoiled))('%s', (_, [facts, told]) => {
    expect(broken(facts)).toContainEqual(expect.stringMatching(told));
  });
});

describe('the checker lets pass', () => {
  const allowed: Record<string, readonly Fact[]> = {
    'words of a lost line over an old version': [
      ...without(isShown(20 * second, 28 * second)),
      ...[said(21_500, 'reconnecting'), said(28_100, 'live')],
    ],
    'a publish without an answer that was kept after a later one': withFacts(
      { what: 'published', topic, value: 60, from: 39_000, at: 44_000, end: 'unknown' },
      shown(41 * second, 21, [60]),
      { what: 'stored', topic, version: 21, values: [60] },
    ),
    'a right that was lost and is back, with the report off the screen meanwhile': [
      ...without(isShown(30_700, 38_100)),
      ...[right(30_500, false), off(30_600), right(38_500, true)],
    ],
    'a loss after a change of which nobody knows whether it came into force': withFacts(
      right(28_500, true, false),
      right(30_500, false),
      right(50_500, true),
    ),
    'the report of a lost line, which nobody could take off the screen': [
      ...without(isShown(30_700, 36_000)),
      ...[right(30_500, false), said(31_000, 'reconnecting'), off(35_000), said(35_100, 'waiting')],
      ...[right(36_000, true), said(36_500, 'live')],
    ],
  };
  test.each(Object.entries(allowed))('%s', (_, facts) => {
    const inOrder = facts.toSorted((a, b) => ('at' in a ? a.at : end) - ('at' in b ? b.at : end));
    expect(broken(inOrder)).toEqual([]);
  });
});

test('a viewer who never came to an acknowledged version is behind without end', () => {
  const facts = without((fact) => fact.what === 'shown' && fact.version === versions);
  expect(worstGap(facts)).toBe(Number.POSITIVE_INFINITY);
});
