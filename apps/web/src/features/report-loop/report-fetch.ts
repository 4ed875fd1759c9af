import type { Caller } from '@sheetwire/client/caller';
import type { Output } from '@sheetwire/contract/call';
import { report as reportCall, takesShortPages } from '@sheetwire/contract/reports';
import { formatDatedTopic, type Topic } from '@sheetwire/rules/topic';
import type { ShownReport } from '#features/viewer-ports.ts';
import { readPage } from '#lib/read-page.ts';
import { unlessAborted } from './single-flight.ts';
import type { Seen } from './standing/publisher-presence.ts';

/** What is asked for. */
export interface AskedReport {
  readonly topic: Topic;
  readonly date: string | undefined;
}

/** What is shown already and need not be sent again. */
export interface Held {
  readonly report: ShownReport;
  readonly hasUserHtml: boolean;
}

export interface FetchDeps {
  readonly call: Caller;
  readonly browserId: string;
  readonly isMobile: boolean;
  /** Takes what nobody can do anything about (spec 8: decompression errors are logged only). */
  log(message: string, error: unknown): void;
}

export interface DrawableDeps extends FetchDeps {
  /** Resolves when the sink can draw, undefined when it can: what was fetched waits for it, and a failure is the fetch's. */
  ready(): Promise<void> | undefined;
}

export interface FetchInput {
  readonly asked: AskedReport;
  readonly held: Held | undefined;
  readonly snapshotDates: readonly string[];
  /** False keeps only the session and the rights checked. */
  readonly returnReport: boolean;
  readonly signal: AbortSignal;
  readonly onServerTime?: (at: number) => void;
}

/** Since when a newer publish waits for approval, and whether the reader may release it. */
export type Waits = Pick<ShownReport, 'waitingUtc' | 'mayRelease'>;

/** What a fetch found. */
export type Found =
  | { readonly kind: 'logged-out' }
  /** The user has no license seat: the server tells nothing of any report. */
  | { readonly kind: 'no-seat' }
  | {
      readonly kind: 'same';
      readonly snapshotDates: readonly string[];
      readonly seen: Seen;
      /** The newest, where only session and rights were checked. */
      readonly newest: number;
      readonly waits: Waits;
      /** The day whose snapshot it is, where a day was asked for. */
      readonly shownDate: string | null | undefined;
    }
  | {
      readonly kind: 'report';
      readonly held: Held;
      readonly seen: Seen;
      /** Of the last versions, oldest first. */
      readonly recentTimes: readonly string[];
    };

/** As `fetchReport`; a report that was found is answered once it can be drawn. */
export async function fetchDrawable(deps: DrawableDeps, input: FetchInput): Promise<Found> {
  const found = await fetchReport(deps, input);
  const ready = found.kind === 'report' ? deps.ready() : undefined;
  if (ready) await unlessAborted(ready, input.signal);
  return found;
}

/** Asks for a report, unpacked and ready to show, or whether it is still what is held (spec 7, reports/report). */
export async function fetchReport(deps: FetchDeps, input: FetchInput): Promise<Found> {
  const { asked, held, snapshotDates, returnReport, signal, onServerTime } = input;
  const answer = await deps.call(
    reportCall,
    {
      topic: formatDatedTopic(asked),
      reportTime: held?.report.time ?? '',
      hasUserHtml: held?.hasUserHtml ?? false,
      canInteract: held?.report.canInteract ?? false,
      browserId: deps.browserId,
      fromMobile: deps.isMobile,
      returnReport,
      numSnapshotDates: snapshotDates.length,
      isIe: false,
    },
    { signal, headers: takesShortPages, ...(onServerTime && { onServerTime }) },
  );
  if (answer.logout) return { kind: 'logged-out' };
  if (answer.hasLicense === false) return { kind: 'no-seat' };
  const dates = answer.snapshotDates ?? snapshotDates;
  const { publisherSeenUtc: seenUtc, publisherSilent: isSilent, publisherConnected: isConnected } = answer;
  const seen = { seenUtc, isSilent, isConnected };
  const { waitingUtc, mayRelease, shownDate } = answer;
  const waits = { waitingUtc, mayRelease };
  if (answer.nodiff || answer.pages === undefined)
    return { kind: 'same', snapshotDates: dates, seen, newest: answer.version ?? 0, waits, shownDate };
  const pages = await Promise.all(answer.pages.map((page) => unpack(deps, page, answer.shortPages)));
  const found = heldOf(asked, answer, { pages, dates, waits });
  return { kind: 'report', held: found, seen, recentTimes: answer.recentTimes ?? [] };
}

function heldOf(
  asked: AskedReport,
  answer: Output<typeof reportCall>,
  {
    pages,
    dates,
    waits,
  }: { readonly pages: readonly string[]; readonly dates: readonly string[]; readonly waits: Waits },
): Held {
  return {
    hasUserHtml: answer.hasUserHtml ?? false,
    report: {
      topic: asked.topic,
      pageNames: answer.pageNames ?? [],
      pages,
      styles: answer.styles ?? pages.map(() => []),
      version: answer.version ?? 0,
      time: answer.time ?? 'no_time',
      sender: answer.sender ?? '',
      metadata: answer.metadata ?? {},
      snapshotDates: dates,
      shownDate: answer.shownDate ?? null,
      canInteract: answer.canInteract ?? false,
      hasControls: answer.hasControls ?? false,
      ...waits,
    },
  };
}

async function unpack(deps: FetchDeps, page: string, isShort: boolean | undefined): Promise<string> {
  try {
    return await readPage(page, isShort);
  } catch (error) {
    deps.log('A page cannot be unpacked', error);
    return '';
  }
}
