import type { Topic } from '@sheetwire/rules/topic';
import type { AuditNote } from '../audit.ts';

/** How long versions are kept: every one for some hours, then one a minute for some days, then one an hour (time 1). */
export interface Retention {
  readonly versionHours: number;
  readonly minuteDays: number;
  readonly hourDays: number;
}

/** What a report has of its own; the rest is as the server says. */
export type OwnRetention = { readonly [Name in keyof Retention]?: number | undefined };

export interface ReportRetention {
  readonly topic: Topic;
  readonly own: OwnRetention;
}

/** Of reports that keep their versions for less than the server does (time 1). */
export interface RetentionStore {
  of(topic: Topic): Promise<OwnRetention>;
  /** Those that have one of their own, by name, after one; at most so many. */
  after(topic: string, most: number): Promise<readonly ReportRetention[]>;
  /** In place of what the report had, with its row of the audit log. */
  save(topic: Topic, own: OwnRetention, note: AuditNote): Promise<void>;
}

/** What holds for a report: never longer than the server keeps versions, whatever was set when that was more. */
export function narrowed(server: Retention, own: OwnRetention): Retention {
  const least = (name: keyof Retention) => Math.min(server[name], own[name] ?? server[name]);
  return { versionHours: least('versionHours'), minuteDays: least('minuteDays'), hourDays: least('hourDays') };
}

/** What holds for a report, and whether that is less than the server keeps. */
export interface KeptFor {
  readonly kept: Retention;
  readonly isLess: boolean;
}

/** What holds for a report, as it was saved last. */
export async function keptFor(store: Pick<RetentionStore, 'of'>, server: Retention, topic: Topic): Promise<KeptFor> {
  const kept = narrowed(server, await store.of(topic));
  const isLess = (['versionHours', 'minuteDays', 'hourDays'] as const).some((name) => kept[name] < server[name]);
  return { kept, isLess };
}

/** The moments, epoch ms, before which only one version a minute, one an hour, and none is kept. */
export interface Tiers {
  readonly every: number;
  readonly minutes: number;
  readonly hours: number;
}

const hour = 3_600_000;
const day = 24 * hour;

/** The tiers at a time, epoch ms: none reaches less far back than the denser one before it. */
export function tiersAt(now: number, { versionHours, minuteDays, hourDays }: Retention): Tiers {
  const every = now - versionHours * hour;
  const minutes = Math.min(every, now - minuteDays * day);
  return { every, minutes, hours: Math.min(minutes, now - hourDays * day) };
}
