import { limits } from '@sheetwire/contract/limits';
import { opText } from '@sheetwire/contract/ops';
import type { Selectable } from 'kysely';
import { Slice } from '#lib/slices.ts';
import type { PastStep } from '#ports/past/report-past.ts';
import type { LoggedChange, LoggedVersion } from '#ports/report-log.ts';
import type { VersionTable } from '../tables/report-tables.ts';
import { sourceOf } from './past/version-source.ts';
import { readStep } from './replay.ts';

/** Unpacked one after another: a few bytes may hold long steps. Undefined when they are more than a resume takes. */
export async function stepsOf(rows: readonly Selectable<VersionTable>[]): Promise<LoggedVersion[] | undefined> {
  const reading = new Reading();
  const steps: LoggedVersion[] = [];
  for (const row of rows) {
    const change = await reading.changeOf(row);
    if (change === undefined || reading.isOver) return undefined;
    steps.push({ ...factsOf(row), change });
  }
  return steps;
}

/** The first of them, as many as are read at once; one that is too long to read counts as a whole report. */
export async function someSteps(rows: readonly Selectable<VersionTable>[]): Promise<PastStep[]> {
  const reading = new Reading();
  const steps: PastStep[] = [];
  for (const row of rows) {
    const change = (await reading.changeOf(row)) ?? ({ kind: 'whole' } as const);
    steps.push({ ...factsOf(row), source: sourceOf(row.source), change });
    if (reading.isOver) break;
  }
  return steps;
}

function factsOf({ from_version: from, version, time, sender }: Selectable<VersionTable>) {
  return { from, version, time, sender };
}

/** Rows of the log read at once: so much text and JSON of all, in slices of the event loop. */
class Reading {
  #text: number = limits.store.maxStepText;
  #unpacked: number = limits.store.maxStepUnpacked;
  readonly #slice = new Slice();

  /** More was read than is read at once. */
  get isOver(): boolean {
    return this.#text < 0 || this.#unpacked < 0;
  }

  /** What a row changed; undefined when that is longer than anybody reads. */
  async changeOf(row: Selectable<VersionTable>): Promise<LoggedChange | undefined> {
    if (row.is_whole === 1) return { kind: 'whole' };
    await this.#slice.rest();
    const step = await readStep(row, limits.store.maxStepUnpacked);
    if (!step) return undefined;
    this.#unpacked -= step.bytes;
    this.#text -= step.ops.reduce((sum, op) => sum + opText(op).length, 0);
    return { kind: 'delta', ops: step.ops };
  }
}
