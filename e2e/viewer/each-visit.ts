import { beforeEach, expect } from 'vitest';
import type { Desk, Visit } from './desk.ts';

/** A fresh visitor for each test of a file, whose page had no faults when it ends; `use` takes each before its test. */
export function eachVisit(desk: () => Pick<Desk, 'open'>, use: (visit: Visit) => void): void {
  beforeEach(async () => {
    const visit = await desk().open();
    use(visit);
    return async () => {
      await visit.close();
      expect(visit.faults).toEqual([]);
    };
  });
}
