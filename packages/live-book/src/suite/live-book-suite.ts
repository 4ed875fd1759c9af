import { describe, expect, test } from 'vitest';
import { type BookSpec, sample } from '../test-support/book-spec.ts';
import { type Ability, changeCases } from './change-cases.ts';
import { entryCases } from './entry-cases.ts';
import { holdCases } from './hold-cases.ts';
import { lineCases } from './line-cases.ts';
import { paceCases } from './pace-cases.ts';
import { readingCases } from './reading-cases.ts';
import { type OpenDriver, Stage } from './stage.ts';
import type { StageCase } from './stage-case.ts';

/** What an implementation cannot do, and why. */
export interface Inability {
  readonly ability: Ability;
  readonly why: string;
}

/** Every case by name; those of code beside those of data. */
const coded: readonly StageCase[] = [...readingCases, ...paceCases, ...entryCases, ...lineCases, ...holdCases];
const asCode: readonly StageCase[] = changeCases.map(({ name, book, edits, sends, cells, shows = {}, needs }) => ({
  name: `${sends === 'workbook' ? 'structure, sent as a workbook: ' : ''}${name}`,
  ...(book && { book }),
  ...(needs && { needs }),
  async run(stage) {
    await stage.start();
    await stage.edit(...edits);
    const sent = stage.publishesSince();
    // What a program tells as structure is sent as structure, though it was taken back.
    if (sends === 'nothing') expect(sent.filter(({ kind }) => kind === 'values')).toEqual([]);
    else expect(sent.map(({ kind }) => kind)).toEqual([sends]);
    if (cells !== undefined) expect(sent[0]?.cells.size).toBe(cells);
    expect(Object.fromEntries(Object.keys(shows).map((cell) => [cell, stage.shown(cell)]))).toEqual(shows);
    await stage.agrees();
  },
}));
const cases: readonly StageCase[] = [...asCode, ...coded];

/** Holds an implementation of LiveBook, with the publisher on it, to the contract (decision 70). */
export function liveBookSuite(name: string, open: OpenDriver, cannot: readonly Inability[] = []): void {
  const unable = new Set(cannot.map(({ ability }) => ability));
  const able = cases.filter(({ needs = [] }) => !needs.some((ability) => unable.has(ability)));
  describe(name, () => {
    for (const { name: title, book = sample, run } of able) test(title, () => onStage(open, book, run));
  });
  test(`${name}: ${able.length} of ${cases.length} cases; what it cannot do is said${whyNot(cannot)}`, () => {
    expect(new Set(cases.map((one) => one.name)).size).toBe(cases.length);
    const needed = new Set(cases.flatMap(({ needs = [] }) => needs));
    expect(cannot.filter(({ ability, why }) => !needed.has(ability) || why === '')).toEqual([]);
  });
}

function whyNot(cannot: readonly Inability[]): string {
  return cannot.map(({ ability, why }) => `; ${ability}: ${why}`).join('');
}

async function onStage(open: OpenDriver, book: BookSpec, run: StageCase['run']): Promise<void> {
  const stage = new Stage(await open(book));
  try {
    await run(stage);
  } finally {
    await stage.stop();
  }
}
