import { expect } from 'vitest';
import { changeCases, titleOf } from './change-cases.ts';
import { entryCases } from './entry-cases.ts';
import { holdCases } from './hold-cases.ts';
import type { Inability } from './implementations.ts';
import { lineCases } from './line-cases.ts';
import { paceCases } from './pace-cases.ts';
import { raceCases } from './race-cases.ts';
import { readingCases } from './reading-cases.ts';
import type { StageCase } from './stage-case.ts';

/** Those of code beside those of data. */
const coded: readonly StageCase[] = [
  ...[...readingCases, ...paceCases, ...entryCases, ...lineCases, ...holdCases],
  ...raceCases,
];
const asCode: readonly StageCase[] = changeCases.map((change) => ({
  name: titleOf(change),
  ...(change.book && { book: change.book }),
  ...(change.needs && { needs: change.needs }),
  async run(stage) {
    const { edits, sends, cells, shows = {} } = change;
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

/** Every case of the contract (decision 70). */
export const cases: readonly StageCase[] = [...asCode, ...coded];

/** The cases that an implementation runs. */
export function casesFor(cannot: readonly Inability[]): readonly StageCase[] {
  const unable = new Set(cannot.map(({ ability }) => ability));
  return cases.filter(({ needs = [] }) => !needs.some((ability) => unable.has(ability)));
}
