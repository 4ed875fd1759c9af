import type { Op } from '@sheetwire/contract/live';
import type { Topic } from '@sheetwire/rules/topic';
import type { Readable } from '#lib/observable.ts';

/** A report as the viewer holds it after a fetch: pages are canonical wire HTML, already decompressed. */
export interface ShownReport {
  readonly topic: string;
  readonly pageNames: readonly string[];
  readonly pages: readonly string[];
  /** Parallel to `pages`: the look of `data-s="n"` is entry n. */
  readonly styles: readonly (readonly string[])[];
  readonly version: number;
  /** yyyyMMddHHmmssSSS in UTC, or `no_time`. */
  readonly time: string;
  readonly sender: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly snapshotDates: readonly string[];
  /** The day that is really shown, null for the live report. */
  readonly shownDate: string | null;
  /** The moment of the past that is shown, as ISO 8601; undefined for a day and for the live report (time 3). */
  readonly shownAt?: string | undefined;
  readonly canInteract: boolean;
  readonly hasControls: boolean;
  /** Since when a newer publish waits for approval, and whether the reader may release it (time 5). */
  readonly waitingUtc?: string | undefined;
  readonly mayRelease?: boolean | undefined;
}

/** What comes to be known of a report beside its versions. */
export type ReportNote = Partial<
  Pick<ShownReport, 'snapshotDates' | 'shownDate' | 'waitingUtc' | 'mayRelease' | 'canInteract'>
>;

/** What a delta changes beside the pages. */
export type ShownVersion = Pick<ShownReport, 'version' | 'time'> & Partial<Pick<ShownReport, 'sender' | 'shownAt'>>;

/** Where the report loop puts what it learns; the viewer implements it over the report document. */
export interface ReportSink {
  show(report: ShownReport): void;
  /** Applies a delta; the time and version of the whole report move with it. Throws OpMismatch when it does not fit. */
  apply(ops: readonly Op[], at: ShownVersion): void;
  clear(): void;
  /** No version of it is shown, but the days with a snapshot changed, what waits for approval, or the right to interact. */
  note?(part: ReportNote): void;
}

/** How current the screen is, in words that the state chip shows (quality, People). */
export type ReportStatus =
  | { readonly state: 'waiting' }
  | { readonly state: 'live' }
  | { readonly state: 'paused'; readonly behind: number }
  /** Updates wait for a moment, so that nothing moves under the hands of who chooses a date or fills in a control. */
  | { readonly state: 'held'; readonly behind: number; readonly by: 'picker' | 'entry' }
  /** The line was lost just now, or a while ago. */
  | { readonly state: 'reconnecting' }
  | { readonly state: 'disconnected' }
  /** The line is there; what is shown is not known to be the newest, or known not to be. */
  | { readonly state: 'catching-up'; readonly behind: number }
  /** Since when, by this page's clock. */
  | { readonly state: 'publisher-silent'; readonly sinceUtc: string }
  /** Nobody is publishing it: when it was published, by this page's clock; undefined when it never was. */
  | { readonly state: 'published'; readonly atUtc: string | undefined }
  | { readonly state: 'snapshot'; readonly date: string | null };

/** What the viewer tells the loop: everything the rules of spec 4 (Report polling loop) wait for. */
export interface LoopInput {
  readonly topic: Topic | undefined;
  /** yyyy-mm-dd of a snapshot, or undefined for the live report. */
  readonly date: string | undefined;
  readonly live: boolean;
  readonly isDatePickerOpen: boolean;
  readonly isMidEntry: boolean;
  /** A control is being pressed, for the length of a click. */
  readonly isPressed: boolean;
}

/** The topic lists of spec 7 (viewtopics/topicsdetails). */
export interface TopicLists {
  readonly isReady: boolean;
  readonly entities: readonly string[];
  readonly groups: readonly string[];
  readonly topics: readonly string[];
}

/** What drives the report: the live stream, or polling where no stream can be had (spec 4, Report polling loop). */
export interface ReportDriver {
  readonly status: Readable<ReportStatus>;
  /**
   * A moment of this page's clock, which may be minutes off, by the server's: whatever time is shown or entered is the
   * server's (semantics 4).
   */
  present(now: number): number;
  /** An answer said what the time is at the server. */
  noteServerTime(at: number): void;
  /** Tells what is asked for now; the first call starts it. */
  set(input: LoopInput): void;
  /** A forced refresh (spec 4). */
  refresh(): void;
  stop(): void;
}

/** What keeps the topic lists (spec 4, Topic refresh). */
export interface TopicDriver {
  readonly lists: Readable<TopicLists>;
  start(): void;
  stop(): void;
  /** Asks now. */
  refresh(): void;
}

/** What both drivers tell the session: logged out by the server, another user, or the seat was lost. */
export interface DriverEvents {
  onLoggedOut(): void;
  onOtherUser(): void;
  onLicenseLost(): void;
}
