import type { Op } from '@sheetwire/contract/live';
import type { Topic } from '@sheetwire/rules/topic';

/** A version as other nodes are told of it; without ops they read what changed from the store. */
export interface ToldStep {
  readonly from: number;
  readonly to: number;
  readonly time: string;
  readonly sender: string;
  readonly isLive: boolean;
  readonly ops?: readonly Op[];
}

/** Versions that follow one another, with the cleaner of their pages. */
export interface ToldSteps {
  readonly cleaner: number;
  readonly list: readonly ToldStep[];
}

/** What nodes tell each other; a message may be lost, the store is the truth (architecture 2, 3). */
export type BusMessage =
  /** A version is kept; with the steps that lead to it nobody who has the one before reads anything (decision 3). */
  | {
      readonly kind: 'version';
      readonly topic: string;
      readonly version: number;
      readonly steps?: ToldSteps;
      /** The `traceparent` of its publish, where that is recorded (decision 89). */
      readonly trace?: string;
    }
  /** Rights changed: the lists of one gropic, the members of one group, what the store has noted by name, or any of them. */
  | { readonly kind: 'rights'; readonly gropic?: string; readonly group?: string; readonly isNoted?: boolean }
  | { readonly kind: 'session'; readonly idHash: string }
  /** The record of a user changed: nothing that was read of it holds any more. */
  | { readonly kind: 'user'; readonly user: string }
  /** Every session and credential of a user is over; with everything the API keys too. */
  | { readonly kind: 'ended'; readonly user: string; readonly what: 'everything' | 'sessions' }
  /** A user let go of the license seat. */
  | { readonly kind: 'seat'; readonly user: string }
  /** The copy of the directory changed. */
  | { readonly kind: 'directory' }
  /** A publisher was heard, or its lease has lapsed. */
  | {
      readonly kind: 'publisher';
      readonly topic: string;
      readonly seenAt: number;
      readonly isConnected?: boolean;
      readonly isSilent?: boolean;
      /** It made a version, which tells viewers by itself. */
      readonly hasVersion?: boolean;
    }
  /** A publish was refused, as the Publishing page lists it; how often the same came in a row. */
  | {
      readonly kind: 'refused';
      readonly topic: string;
      readonly at: number;
      readonly user: string;
      readonly code: string;
      readonly message: string;
      readonly count: number;
    }
  /** Updates of a report's controls came, or ended. */
  | { readonly kind: 'control'; readonly topic: string }
  /** Somebody types in a report, or stopped. */
  | { readonly kind: 'midedit'; readonly topic: string; readonly who: string; readonly isTyping: boolean }
  /** A connected publisher is connected no more. */
  | { readonly kind: 'publisher-over'; readonly session: string }
  /** A report has a new snapshot. */
  | { readonly kind: 'snapshot'; readonly topic: string }
  | { readonly kind: 'admin'; readonly list: string; readonly gropic?: string };

export interface Bus {
  send(message: BusMessage): void;
  /** Has the others read from the store what they may have missed: something may have been kept of which nobody is told. */
  sendGap(): void;
  /** Messages of other nodes; the sender does not get its own. */
  onMessage(listener: (message: BusMessage) => void): void;
  /**
   * Called after the line was broken and is back, or another node lost messages: read from the store what may have been
   * missed. Gaps that come soon after one another are told as one.
   */
  onGap(listener: () => void): void;
  /** Whether the line is up now, and how often it broke since the start; one that is alone has none that could. */
  readonly line: { readonly isUp: boolean; readonly breaks: number };
  /**
   * Hears from now on what changes in a topic, which only those are sent who follow it; of all others the news comes alone.
   * Resolves once that is in force, at once while the line is down: it tells of a gap when it is back. A server that is alone
   * hears of nobody.
   */
  follow(topic: Topic): Promise<'followed' | 'alone'>;
  unfollow(topic: Topic): void;
  /** True while messages of other servers may not come: the line is down, or one that used to be heard is silent (decision 87). */
  mayMiss(): boolean;
  /** Throws when the line is down. */
  check(): Promise<void>;
  close(): Promise<void>;
}
