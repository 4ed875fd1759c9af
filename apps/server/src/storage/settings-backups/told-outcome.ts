import { Slice } from '#lib/slices.ts';
import type { RecoveryOutcome } from '#ports/settings-backups.ts';

/** An outcome on its way from a thread: each long list apart, in texts that are read in turns of their own (quality: 50 ms). */
export interface ToldOutcome {
  readonly text: string;
  readonly lists: readonly (readonly string[])[];
}

/** Names in one of the texts of a list. */
const PART = 1000;

/** What stands in an outcome for a list that is told apart: its place. */
interface ListPlace {
  readonly listAt: number;
}

/** An outcome as it is told. */
export function toldOf(outcome: RecoveryOutcome): ToldOutcome {
  const lists: string[][] = [];
  const text = JSON.stringify(outcome, (_, value: unknown) => {
    if (!Array.isArray(value) || value.length <= PART) return value;
    lists.push(partsOf(value));
    return { listAt: lists.length - 1 } satisfies ListPlace;
  });
  return { text, lists };
}

/** The outcome that was told. */
export async function heardOf({ text, lists }: ToldOutcome): Promise<RecoveryOutcome> {
  const whole: unknown[][] = [];
  const slice = new Slice();
  for (const parts of lists) {
    const list: unknown[] = [];
    for (const part of parts) {
      const some: unknown[] = JSON.parse(part);
      list.push(...some);
      await slice.rest();
    }
    whole.push(list);
  }
  return JSON.parse(text, (_, value: unknown) => (isPlace(value) ? whole[value.listAt] : value));
}

function partsOf(list: readonly unknown[]): string[] {
  const count = Math.ceil(list.length / PART);
  return Array.from({ length: count }, (_, n) => JSON.stringify(list.slice(n * PART, (n + 1) * PART)));
}

function isPlace(value: unknown): value is ListPlace {
  return typeof value === 'object' && value !== null && 'listAt' in value;
}
