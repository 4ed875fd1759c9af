import { describe, expect, test } from 'vitest';
import { type BookSpec, sample } from '../test-support/book-spec.ts';
import { cases, casesFor } from './all-cases.ts';
import type { Implementation } from './implementations.ts';
import { type OpenDriver, Stage } from './stage.ts';
import type { StageCase } from './stage-case.ts';

/** Holds an implementation of LiveBook, with the publisher on it, to the contract (decision 70). */
export function liveBookSuite({ name, cannot }: Implementation, open: OpenDriver): void {
  const able = casesFor(cannot);
  describe(name, () => {
    for (const { name: title, book = sample, run } of able) test(title, () => onStage(open, book, run));
  });
  test(`${name}: ${able.length} of ${cases.length} cases; what it cannot do is said`, () => {
    expect(new Set(cases.map((one) => one.name)).size).toBe(cases.length);
    const needed = new Set(cases.flatMap(({ needs = [] }) => needs));
    expect(cannot.filter(({ ability, why }) => !needed.has(ability) || why === '')).toEqual([]);
  });
}

async function onStage(open: OpenDriver, book: BookSpec, run: StageCase['run']): Promise<void> {
  const stage = new Stage(await open(book));
  try {
    await run(stage);
  } finally {
    await stage.stop();
  }
}
