import { test } from 'vitest';
import { isSoak } from './soak.ts';

/** A test of the soak alone: another of its file tells in short what it tells, or it is one of many of a kind. */
export function soakTest(name: string, run: () => Promise<void>): void {
  if (isSoak) test(name, run);
}
