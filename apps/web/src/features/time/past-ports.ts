import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import type { Clock } from '#lib/clock.ts';
import type { PastAnswer, PastQuestion } from './past-fetch.ts';
import type { PastScreen } from './past-screen.ts';
import type { VersionsList } from './versions-list.ts';
import type { AskedFor, Wish } from './wish.ts';

/** The moment that is on the screen. */
export interface ShownMoment {
  /** Epoch ms by the server's clock; undefined for a version that is not kept. */
  readonly at: number | undefined;
  /** When the version was published; undefined before everything that is kept. */
  readonly published: number | undefined;
  /** The version may be another one than viewers had then: the next ones were thinned out. */
  readonly before?: AskedFor | undefined;
  /** 0 before everything that is kept. */
  readonly version: number;
  readonly newer: number;
}

export interface PastState {
  /** Where the thumb stands; undefined while the live report is shown. */
  readonly at: number | undefined;
  readonly shown: ShownMoment | undefined;
  /** The last question had no answer: it is asked again. */
  readonly isFailed: boolean;
  /** What was asked for last, until it is shown. */
  readonly coming: Wish['kind'] | undefined;
  /** A moment is wanted whose time is not known before the strip's times are. */
  readonly isEarly: boolean;
}

/** A moment of the past is shown, or is on its way. */
export function isWanted({ at, shown, coming, isEarly }: PastState): boolean {
  return at !== undefined || shown !== undefined || coming !== undefined || isEarly;
}

export interface PastDeps {
  readonly model: Pick<ViewerModel, 'selection' | 'view' | 'dispatch' | 'keepAside'> & {
    readonly reports: Pick<ViewerModel['reports'], 'status' | 'refresh'>;
  };
  readonly screen: PastScreen;
  readonly clock: Clock;
  readonly chance: () => number;
  fetch(question: PastQuestion): Promise<PastAnswer>;
  /** The first version that is kept after a time. */
  firstAfter(at: number): Promise<number | undefined>;
  /** The time of the oldest version that is kept. */
  oldest(): number | undefined;
  readonly whenKnown: VersionsList['whenKnown'];
  /** The present by the server's clock. */
  now(): number;
}
