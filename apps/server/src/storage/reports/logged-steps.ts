import { limits } from '@sheetwire/contract/limits';
import { opText } from '@sheetwire/contract/ops';
import type { Selectable } from 'kysely';
import type { LoggedChange, LoggedVersion } from '#ports/report-log.ts';
import type { VersionTable } from '../tables/report-tables.ts';
import { readOps } from './replay.ts';

/** Unpacked one after another: a few bytes may hold long steps. Undefined when they are more than a resume takes. */
export async function stepsOf(rows: readonly Selectable<VersionTable>[]): Promise<LoggedVersion[] | undefined> {
  const steps: LoggedVersion[] = [];
  let left: number = limits.store.maxStepText;
  for (const row of rows) {
    const change = await changeOf(row);
    if (change === undefined) return undefined;
    if (change.kind === 'delta') left -= change.ops.reduce((sum, op) => sum + opText(op).length, 0);
    if (left < 0) return undefined;
    const { from_version: from, version, time, sender } = row;
    steps.push({ from, version, time, sender, change });
  }
  return steps;
}

/** The first of them, as many as are read at once; one that is too long to read counts as a whole report. */
export async function someSteps(rows: readonly Selectable<VersionTable>[]): Promise<LoggedVersion[]> {
  const steps: LoggedVersion[] = [];
  let left: number = limits.store.maxStepText;
  for (const row of rows) {
    const change = (await changeOf(row)) ?? ({ kind: 'whole' } as const);
    if (change.kind === 'delta') left -= change.ops.reduce((sum, op) => sum + opText(op).length, 0);
    const { from_version: from, version, time, sender } = row;
    steps.push({ from, version, time, sender, change });
    if (left < 0) break;
  }
  return steps;
}

/** What a row of the log changed; undefined when that is longer than anybody reads. */
async function changeOf(row: Selectable<VersionTable>): Promise<LoggedChange | undefined> {
  if (row.is_whole === 1) return { kind: 'whole' };
  const ops = await readOps(row, limits.store.maxStepUnpacked);
  return ops && { kind: 'delta', ops };
}
