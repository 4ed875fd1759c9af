import { modelled } from '@sheetwire/page/guard/modelled';
import { namedTexts } from '@sheetwire/page/guard/named-texts';
import type { GuardPlan } from '@sheetwire/page/guard/plan';
import { type GuardedPage, type PageStanding, type Standing, standingSteps } from '@sheetwire/page/guard/standing';
import type { Topic } from '@sheetwire/rules/topic';
import { apart } from '#lib/bytes/apart.ts';
import { inSlices } from '#lib/slices.ts';
import type { ReportPast } from '#ports/past/report-past.ts';
import type { StoredReport } from '#ports/report-log.ts';
import type { SnapshotHead, SnapshotStore } from '#ports/snapshots.ts';
import type { Cleaner } from '#report/cleaner.ts';
import { timeDigits } from '#report/publish-times.ts';
import { modelledPages } from './modelled-pages.ts';

export interface BaseDeps {
  readonly past: Pick<ReportPast, 'at' | 'next' | 'read'>;
  readonly snapshots: Pick<SnapshotStore, 'atOrBefore' | 'head'>;
  readonly cleaner: Pick<Cleaner, 'knowPage'>;
  /** The time zone of a report. */
  readonly zoneOf: (topic: Topic) => Promise<string>;
}

interface BaseAsk {
  readonly topic: Topic;
  readonly plan: GuardPlan;
  /** yyyy-mm-dd in the zone. */
  readonly today: string;
  readonly zone: string;
}

/** The epoch ms that a day begins at, and the next one. */
export function endsOf(today: string, zone: string): { readonly from: number; readonly until: number } {
  const day = Temporal.PlainDate.from(today);
  const from = day.toZonedDateTime(zone).epochMilliseconds;
  return { from, until: day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds };
}

/** The first version of a day; undefined while it has none. */
export async function openOf({ past, cleaner }: BaseDeps, { topic, plan, today, zone }: BaseAsk) {
  const { from, until } = endsOf(today, zone);
  const before = await past.at(topic, { time: timeDigits(from - 1) });
  const first = await past.next(topic, before?.version ?? 0);
  if (!first || first.time >= timeDigits(until)) return undefined;
  const report = await past.read(topic, first.version);
  return report && { version: first.version, standing: await standingOfStored(cleaner, plan, report) };
}

/** A snapshot that rules compare with. */
export interface SnapshotBase {
  /** Other than that of a capture that took its place. */
  readonly mark: string;
  readonly standing: Standing;
}

/** The newest snapshot of a day before; `known` is not read again while it is that one. Undefined where there is none. */
export async function snapshotOf(
  { snapshots, cleaner }: BaseDeps,
  { topic, plan, today }: BaseAsk,
  known?: SnapshotBase,
): Promise<SnapshotBase | undefined> {
  const yesterday = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString();
  if (known) {
    const head = await snapshots.head(topic, yesterday);
    if (head && markOf(head) === known.mark) return known;
  }
  const found = await snapshots.atOrBefore(topic, yesterday);
  return found && { mark: markOf(found), standing: await standingOfStored(cleaner, plan, found.report) };
}

function markOf({ date, capturedAt, report }: Pick<SnapshotHead, 'date' | 'capturedAt' | 'report'>): string {
  return `${date} ${capturedAt} ${report.version}`;
}

/** What rules have to know of a stored report; its pages are let go. */
async function standingOfStored(
  cleaner: BaseDeps['cleaner'],
  plan: GuardPlan,
  report: Pick<StoredReport, 'pages'>,
): Promise<Standing> {
  const pages = await modelledPages(cleaner, report.pages);
  const standing = await inSlices(standingSteps(plan, undefined, pages));
  return { ...standing, pages: standing.pages.map(withoutPage) };
}

/** Texts of cells are pieces of the page, which would keep all of it. */
function withoutPage({ texts, places, ...page }: PageStanding): PageStanding {
  const own = [...places.values()].map((cell) => [cell, apart(texts.get(cell) ?? '')] as const);
  return { ...page, places, texts: namedTexts(new Map(own)), page: emptyPage };
}

const emptyPage: GuardedPage = modelled({ name: '', user: null }, { html: '', styles: [] });
