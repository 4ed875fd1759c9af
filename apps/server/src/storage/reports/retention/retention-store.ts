import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import type { AuditNote } from '#ports/audit.ts';
import type { OwnRetention, ReportRetention, RetentionStore } from '#ports/past/retention.ts';
import type { Access } from '../../access.ts';
import { keptRow } from '../../rights/audit.ts';
import type { RetentionTable } from '../../tables/report-tables.ts';

/** How long reports keep their versions, in SQL. */
export class SqlRetentionStore implements RetentionStore {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async of(topic: Topic): Promise<OwnRetention> {
    const own = this.#access.db.selectFrom('retention').selectAll().where('topic', '=', topic);
    const row = await own.executeTakeFirst();
    return row ? ownOf(row) : {};
  }

  async after(topic: string, most: number): Promise<readonly ReportRetention[]> {
    const later = this.#access.db.selectFrom('retention').selectAll().where('topic', '>', topic);
    const rows = await later.orderBy('topic').limit(most).execute();
    return rows.map((row) => ({ topic: branded<'Topic'>(row.topic), own: ownOf(row) }));
  }

  save(topic: Topic, { versionHours, minuteDays, hourDays }: OwnRetention, note: AuditNote): Promise<void> {
    const retention = {
      topic,
      version_hours: versionHours ?? null,
      minute_days: minuteDays ?? null,
      hour_days: hourDays ?? null,
    };
    return this.#access.write('saveRetention', { retention, row: keptRow(note) });
  }
}

function ownOf({ version_hours, minute_days, hour_days }: RetentionTable): OwnRetention {
  const number = (value: number | null) => (value === null ? undefined : Number(value));
  return { versionHours: number(version_hours), minuteDays: number(minute_days), hourDays: number(hour_days) };
}
