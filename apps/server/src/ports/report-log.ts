import type { Op } from '@sheetwire/contract/live';
import type { Topic } from '@sheetwire/rules/topic';
import type { HeldChange, HeldValue } from './controls.ts';
import type { GuardChange } from './guard/guard-change.ts';
import { StoreFault } from './store-fault.ts';

/** A cleaned page; `user` is set on a private version that only this user receives (semantics 4). */
export interface Page {
  readonly name: string;
  readonly user: string | null;
  readonly html: string;
  readonly styles: readonly string[];
}

/** A whole report at one version. */
export interface StoredReport {
  readonly version: number;
  /** 17 digits, UTC, strictly rising within the topic. */
  readonly time: string;
  readonly sender: string;
  readonly pages: readonly Page[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly holdControls: boolean;
  /** The cleaner that made the pages; another number means they are cleaned again before use. */
  readonly cleaner: number;
}

/** The step from one version to the next: a delta over all pages (page numbers count stored pages), or the whole. */
export type Change =
  | { readonly kind: 'delta'; readonly ops: readonly Op[] }
  | { readonly kind: 'whole'; readonly report: StoredReport };

/** One version to be appended to a topic's log. */
export interface Append {
  readonly topic: Topic;
  /** The version that must be the newest now; 0 when the topic has none. */
  readonly base: number;
  readonly version: number;
  readonly time: string;
  readonly sender: string;
  readonly change: Change;
  /** Hashes of the secrets to set; undefined keeps, null removes. */
  readonly viewSecret?: string | null | undefined;
  readonly publishSecret?: string | null | undefined;
  /** Control values that the version holds or lets go (semantics 5). */
  readonly held?: HeldChange | undefined;
  /** What it does about held publishes (time 5). */
  readonly guard?: GuardChange | undefined;
  /** The revision of the rules that it was judged by; left out of what no rules are about. */
  readonly rules?: number | undefined;
  /** How it came. */
  readonly source?: VersionSource | undefined;
  /** It brings an earlier version back, and its publisher is held from then on (time 4). */
  readonly rollback?: Rollback | undefined;
}

/** How a version came: the call of its publisher, or what was done with the report. */
export type VersionSource = 'report' | 'cells' | 'values' | 'workbook' | 'control' | 'remove' | 'rollback';

/** The version that a rollback brings back, and why. */
export interface Rollback {
  readonly restored: number;
  readonly reason: string;
  /** For the audit log: when it was asked for, epoch ms, and from where. */
  readonly at: number;
  readonly address: string;
}

/** A step as the log gives it back: of a whole one only that it was whole, since who meets it fetches the newest. */
export type LoggedChange = { readonly kind: 'delta'; readonly ops: readonly Op[] } | { readonly kind: 'whole' };

/** One version as the log holds it; `change` is a delta whenever the step was small. */
export interface LoggedVersion {
  readonly from: number;
  readonly version: number;
  readonly time: string;
  readonly sender: string;
  readonly change: LoggedChange;
}

/** What a step changed, and what it takes on the line. */
export interface ChangeCounts {
  readonly bytes: number;
  readonly pages: number;
  readonly cells: number;
  readonly rows: number;
  readonly styles: number;
  /** Pages that were written anew. */
  readonly replaced: number;
}

/** A version as its publishers are told of it. */
export interface LastVersion extends Omit<LoggedVersion, 'change'> {
  readonly source: VersionSource | '';
  readonly change:
    | { readonly kind: 'whole' }
    | { readonly kind: 'delta'; readonly counts: ChangeCounts }
    | { readonly kind: 'long'; readonly bytes: number };
}

/** What the catalogue knows of a topic without its pages. */
export interface TopicHead {
  readonly topic: Topic;
  readonly version: number;
  readonly time: string;
  readonly sender: string;
  /** False after publish/remove/: the topic keeps its row, rights and snapshots but shows nothing. */
  readonly isLive: boolean;
  readonly viewSecret: string | null;
  readonly publishSecret: string | null;
  /** The rollback after which its publisher is held (time 4). */
  readonly heldVersion?: number | undefined;
}

/** Thrown by append when `base` is not the newest version. */
export class VersionConflict extends Error {
  readonly have: number;
  constructor(have: number) {
    super(`the newest version is ${have}`);
    this.have = have;
  }
}

/** Thrown by append when the rules of the report are newer than those that the version was judged by. */
export class RulesChanged extends StoreFault {
  constructor() {
    super('the rules of the report have changed');
  }
}

/** The log of versions of every report: the one truth that everything else reads (architecture). */
export interface ReportLog {
  /** Resolves once the version is durable; throws VersionConflict, RulesChanged, or any store fault with nothing written. */
  append(entry: Append): Promise<void>;
  /** The highest version number that was given, or after a restore may have been; 0 where there is none. */
  lastNumber(topic: Topic): Promise<number>;
  /** The newest version, or undefined for a topic that was never published. */
  newest(topic: Topic): Promise<StoredReport | undefined>;
  /** The control values that the report holds. */
  held(topic: Topic): Promise<readonly HeldValue[]>;
  /** The versions after `from` in order; undefined when the log holds no step from `from`, or so many that fetching is less. */
  since(topic: Topic, from: number): Promise<readonly LoggedVersion[] | undefined>;
  /** The last versions that are kept, newest first, and how much each changed; of a long step only its size is told. */
  last(topic: Topic, most: number): Promise<readonly LastVersion[]>;
  /** The times of so many last versions that are kept, oldest first. */
  times(topic: Topic, most: number): Promise<readonly string[]>;
  head(topic: Topic): Promise<TopicHead | undefined>;
  heads(): Promise<readonly TopicHead[]>;
  /**
   * Heads changed at or after an epoch ms of the store's clock: the repair of a missed bus message. One that goes far back
   * reads beside the looks that nothing may hold up.
   */
  headsSince(at: number, beside?: 'reading'): Promise<readonly TopicHead[]>;
  /** Drops versions older than an epoch ms, never the newest nor what it needs to be read, until it is told to stop; answers how many. */
  prune(before: number, topic?: Topic, signal?: AbortSignal): Promise<number>;
}
