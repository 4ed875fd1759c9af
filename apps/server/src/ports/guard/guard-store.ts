import type { GuardRule } from '@sheetwire/contract/guard/rules';
import type { BrokenRule } from '@sheetwire/page/guard/judge';
import type { Topic } from '@sheetwire/rules/topic';
import type { AuditNote } from '../audit.ts';
import type { StoredReport, VersionSource } from '../report-log.ts';

/** The rules of a report. */
export interface GuardSetting {
  readonly topic: Topic;
  readonly rules: readonly GuardRule[];
  /** Minutes after which a held publish is released by itself; 0 is never. */
  readonly releaseAfterMin: number;
  /** Grows with each change; 0 where there are none yet. */
  readonly revision: number;
}

/** Secrets that a publish sets: undefined keeps, null removes. */
export interface SetSecrets {
  readonly viewSecret?: string | null | undefined;
  readonly publishSecret?: string | null | undefined;
}

/** A publish that waits for approval, without its content. */
export interface HeldPublish extends SetSecrets {
  readonly topic: Topic;
  /** What approvers name it by: another one when it breaks other rules. */
  readonly number: number;
  /** Grows with each publish that is taken into it. */
  readonly revision: number;
  readonly sender: string;
  /** How it came, as the version that it becomes will say. */
  readonly source?: VersionSource | undefined;
  /** Epoch ms: since when something waits, since when this number does, and when it was changed last. */
  readonly since: number;
  readonly numberedAt: number;
  readonly changedAt: number;
  readonly broken: readonly BrokenRule[];
}

/** A publish to be held, on the version that viewers keep. */
export interface NewHeld extends SetSecrets {
  readonly topic: Topic;
  readonly base: number;
  readonly sender: string;
  readonly source?: VersionSource | undefined;
  readonly broken: readonly BrokenRule[];
  readonly report: StoredReport;
  /** The revision that it takes the place of; 0 when nothing waits. */
  readonly over: number;
  /** It breaks the rules that the one before broke, and no others: it keeps its number. */
  readonly keepsNumber: boolean;
}

/** A held publish as an approver looked at it, with its content. */
export interface SeenHeld extends Pick<HeldPublish, 'sender' | 'source' | 'broken' | 'viewSecret' | 'publishSecret'> {
  readonly report: StoredReport;
}

/** A version that was published though it broke a rule. */
export interface MarkedVersion {
  readonly version: number;
  /** Epoch ms. */
  readonly at: number;
  readonly broken: readonly BrokenRule[];
}

/** What of held publishes a publish has to know. */
export interface HeldStanding {
  readonly held: HeldPublish | undefined;
  /** The version that was live when a held publish was rejected last; 0 when none was. */
  readonly rejectedAt: number;
}

export interface Rejection {
  readonly topic: Topic;
  readonly number: number;
  readonly isRefused: boolean;
}

/** Rules of reports and the publishes that they hold (time 5). */
export interface GuardStore {
  /** Of all reports, without those that are known in their revision. */
  settings(known?: ReadonlyMap<Topic, number>): Promise<readonly GuardSetting[]>;
  /** How often rules were saved, and of which reports since so many times; `any` when it may be any of them. */
  savedSince(times: number): Promise<{ readonly times: number; readonly topics: readonly Topic[] | 'any' }>;
  setting(topic: Topic): Promise<GuardSetting | undefined>;
  /** False when the rules are not those of this revision any more. */
  save(setting: GuardSetting, note: AuditNote): Promise<boolean>;
  /** What waits, in the order of the reports; what is known in its number and revision is not read again. */
  waiting(known?: ReadonlyMap<Topic, HeldPublish>): Promise<readonly HeldPublish[]>;
  held(topic: Topic): Promise<HeldPublish | undefined>;
  /** The content of a held publish; undefined when another one, or none, waits by now. */
  content(held: Pick<HeldPublish, 'topic' | 'revision'>): Promise<StoredReport | undefined>;
  /** Keeps a held publish as an approver looks at it, while it waits: newer ones may come into it. The last few are kept. */
  look(held: Pick<HeldPublish, 'topic' | 'revision'>): Promise<void>;
  /** The same; undefined when nobody looked at that revision, or it waits no more. */
  looked(topic: Topic, revision: number): Promise<SeenHeld | undefined>;
  /** Holds a publish; undefined when the report or what waits is another one by now. */
  hold(held: NewHeld, note: AuditNote): Promise<HeldPublish | undefined>;
  /** Lets a held publish go; false when it is not that one any more. A refused one is what its publisher still has. */
  reject(held: Rejection, note: AuditNote): Promise<boolean>;
  /** What waits, and what was rejected last. */
  standing(topic: Topic): Promise<HeldStanding>;
  /** The versions that are marked, newest first. */
  marked(topic: Topic, most: number): Promise<readonly MarkedVersion[]>;
}
