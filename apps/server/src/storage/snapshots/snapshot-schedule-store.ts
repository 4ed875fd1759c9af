import type { Topic } from '@sheetwire/rules/topic';
import type { DueRun, PastReport, RunEnd, SnapshotSchedule } from '#ports/snapshot-schedule.ts';
import type { Access } from '../access.ts';
import type { SqlReportLog } from '../reports/report-log.ts';
import { keptRow } from '../rights/audit.ts';
import { encodeSnapshot } from './encode-snapshot.ts';
import { readPast } from './past-report.ts';

/** Due snapshots of all servers on one database. */
export class SqlSnapshotSchedule implements SnapshotSchedule {
  readonly #access: Access;
  readonly #reports: Pick<SqlReportLog, 'replay'>;
  constructor(access: Access, reports: Pick<SqlReportLog, 'replay'>) {
    this.#access = access;
    this.#reports = reports;
  }

  expand(): Promise<boolean> {
    return this.#access.write('expandSnapshots', {});
  }

  async nextAt(): Promise<number | undefined> {
    const { db } = this.#access;
    const setting = await db
      .selectFrom('snapshot_setting')
      .select((eb) => eb.fn.min<number | null>('due_at').as('at'))
      .where('captures', '=', 1)
      .executeTakeFirst();
    const run = await db
      .selectFrom('snapshot_run')
      .select((eb) => eb.fn.min<number | null>('claimed_until').as('at'))
      .executeTakeFirst();
    const times = [setting?.at, run?.at].filter((at) => typeof at === 'number');
    return times.length === 0 ? undefined : Math.min(...times);
  }

  claim(owner: string, count: number, lease: number): Promise<readonly DueRun[]> {
    return this.#access.write('claimSnapshots', { owner, count, lease });
  }

  contentAt(topic: Topic, at: number, keptFrom: number): Promise<PastReport> {
    return readPast(this.#access.db, { topic, at, keptFrom }, (chain) => this.#reports.replay(chain));
  }

  async finish({ run, owner, snapshot, note }: RunEnd): Promise<boolean> {
    return this.#access.write('finishSnapshot', {
      run,
      owner,
      snapshot: snapshot && (await encodeSnapshot(snapshot)),
      note: note && keptRow(note),
    });
  }

  renew(runs: readonly DueRun[], owner: string, lease: number): Promise<void> {
    return this.#access.write('renewSnapshots', { runs, owner, lease });
  }

  release(run: DueRun, owner: string, wait: number): Promise<void> {
    return this.#access.write('releaseSnapshot', { run, owner, wait });
  }
}
