import { s } from './units.ts';

/** What the add-in for Excel asks how often, and what it lists. */
export const addInLimits = {
  addIn: {
    /** A report that functions read is asked for again so often. */
    read: 2 * s,
    /** Cells of one SHEETWIRE.READ. */
    cells: 100_000,
    /** Differences of a page that a dry run lists. */
    differences: 20,
    /** Events that the pane keeps. */
    events: 30,
  },
} as const;
