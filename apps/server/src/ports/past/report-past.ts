import type { Op } from '@sheetwire/contract/live';
import type { Topic } from '@sheetwire/rules/topic';
import type { LoggedVersion, Page, StoredReport, VersionSource } from '../report-log.ts';
import type { ProofState } from './figure-seals.ts';

/** A version that is kept, without its content. */
export interface KeptVersion {
  readonly version: number;
  /** 17 digits, UTC. */
  readonly time: string;
  readonly sender: string;
}

/** The first version that is kept after another. */
export interface NextVersion extends KeptVersion {
  /** The version that it goes on from: one that is not kept where the oldest versions went and some of them stayed. */
  readonly from: number;
}

/** A moment of a report: a version, or 17 digits of a time in UTC. */
export type Moment = { readonly version: number } | { readonly time: string };

/** Versions of one sender that came next to each other. */
export interface VersionBucket {
  readonly first: KeptVersion;
  readonly last: KeptVersion;
  readonly versions: number;
  /** Cells that changed; of whole reports none are counted. */
  readonly cells: number;
  /** What the steps take in the store. */
  readonly bytes: number;
  /** How many of them were whole reports. */
  readonly whole: number;
}

/** What leads from one version to another. */
export interface PastOps {
  readonly ops: readonly Op[];
  /** The cleaner of the pages that they are steps of. */
  readonly cleaner: number;
  /** Those pages, as they are stored: each user receives some of them. */
  readonly pages: readonly Pick<Page, 'name' | 'user'>[];
}

/** Versions by their numbers, inclusive. */
export interface VersionSpan {
  readonly first: number;
  readonly last: number;
}

/** Between which moments, and into how many parts of it at most; times are epoch ms of the store's clock. */
export interface BucketAsk {
  /** All of these are told, and no other. */
  readonly versions: VersionSpan;
  /** The time that is cut into parts, by the store's clock; what came before or after it is in its first or last part. */
  readonly from: number;
  readonly to: number;
  readonly most: number;
}

/** Of a time the last version of each part is kept; all are epoch ms or durations in ms. */
export interface HistoryTier {
  /** Of one report; of all when left out. */
  readonly topic?: Topic;
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/** A version as the log holds it, and how it came; '' where that is not known. */
export interface PastStep extends LoggedVersion {
  readonly source: VersionSource | '';
}

export interface StepsAsk {
  readonly after: number;
  readonly upTo: number;
  readonly most: number;
}

/** Which page of a version is asked about, of the pages that it has; undefined where it has none such. */
export type PageOf = (pages: readonly Pick<Page, 'name' | 'user'>[]) => number | undefined;

/** A cell by its name on a page, as it is at a version. */
export interface CellAsk {
  /** Asked of every version that may have other pages: who receives which one changes with them (time 2). */
  readonly pageOf: PageOf;
  readonly cell: string;
  readonly version: number;
  /** Values that came before this time are left out; 17 digits. */
  readonly since: string;
  readonly most: number;
}

/** What a cell came to hold with a version. */
export interface CellValue extends KeptVersion {
  /** What it showed, of a long text its beginning; undefined where the page or the cell was not in the report from then on. */
  readonly text: string | undefined;
  /** Its `data-cell` then. */
  readonly cell: string;
}

/** What a cell held, newest first. */
export interface CellValues {
  readonly values: readonly CellValue[];
  /** Older values are kept that are not told. */
  readonly more: boolean;
}

/** A cell by its name on a stored page by its number. */
export interface CellPlace {
  readonly page: number;
  readonly cell: string;
}

/** Which cells to read of a version that has these stored pages; undefined in place of one whose page it has not. */
export type CellsOf = (pages: readonly Pick<Page, 'name' | 'user'>[]) => readonly (CellPlace | undefined)[];

/** What a cell of a version shows. */
export interface ShownCell {
  /** The name of its page. */
  readonly page: string;
  /** Undefined where the page has no such cell. */
  readonly text: string | undefined;
}

/** What can be shown of a version (time 6). */
export interface VersionProof extends KeptVersion {
  readonly state: ProofState;
  /** Over the version before, what it brought, its publisher and its time; empty before versions were signed. */
  readonly hash: string;
  /** The hash of the version before. */
  readonly previous: string;
  /** The cells that were asked for, where the report is as the server wrote it; undefined of one whose page it has not. */
  readonly cells: readonly (ShownCell | undefined)[] | undefined;
}

/** What histories may take at most, in bytes: that of one report, and all of them. */
export interface HistoryBounds {
  readonly report: number;
  readonly server: number;
}

/** The versions of a report that are kept, each readable as it was (time 1; decision 63). */
export interface ReportPast {
  /** The newest version at a moment; undefined when the moment is before everything that is kept. */
  at(topic: Topic, moment: Moment): Promise<KeptVersion | undefined>;
  /** The oldest version that can be read. */
  oldest(topic: Topic): Promise<KeptVersion | undefined>;
  /** The first kept version after one. */
  next(topic: Topic, version: number): Promise<NextVersion | undefined>;
  /** Who published the last versions up to one, newest first. */
  senders(topic: Topic, version: number, most: number): Promise<readonly string[]>;
  /** The steps after a version in order, at most so many, up to another one; of a whole report only that it was one. */
  steps(topic: Topic, ask: StepsAsk): Promise<readonly PastStep[]>;
  /** How many kept versions are newer. */
  newer(topic: Topic, version: number): Promise<number>;
  /** What can be shown of a version; undefined when it is not kept any more, or never was. */
  proof(topic: Topic, version: number, cells?: CellsOf): Promise<VersionProof | undefined>;
  /** What cells of a kept version show, whoever wrote it; none when it is not kept. */
  shown(topic: Topic, version: number, cells: CellsOf): Promise<readonly (ShownCell | undefined)[]>;
  /** A whole report as it was; undefined when the version is not kept any more. */
  read(topic: Topic, version: number): Promise<StoredReport | undefined>;
  /** The ops from one kept version to another, forward or back; undefined where only the whole report tells. */
  ops(topic: Topic, from: number, to: number): Promise<PastOps | undefined>;
  /** The pages that a version has, without their content; undefined when it is not kept any more. */
  pages(topic: Topic, version: number): Promise<readonly Pick<Page, 'name' | 'user'>[] | undefined>;
  /** What a cell held; undefined when the version has no such page. */
  cell(topic: Topic, ask: CellAsk): Promise<CellValues | undefined>;
  /**
   * Works out what the versions of each minute come to, of reports of which so many came since: lists are made of it. As
   * with `thin` and `bound`, the next run goes on from where the signal ended this one.
   */
  sum(least: number, signal?: AbortSignal): Promise<void>;
  /** Keeps of a time, of each report, the last version of each part; answers how many went. */
  thin(tier: HistoryTier, signal?: AbortSignal): Promise<number>;
  /** Lets go of the oldest versions where histories take more than they may; answers how many went. */
  bound(bounds: HistoryBounds, signal?: AbortSignal): Promise<number>;
  /** What all histories take, or that of one report, in bytes. */
  bytes(topic?: Topic): Promise<number>;
  /** Versions in parts of a time, oldest first. */
  buckets(topic: Topic, ask: BucketAsk): Promise<readonly VersionBucket[]>;
}
