import { limits } from '@sheetwire/contract/limits';
import { shortName } from '@sheetwire/rules/principal';
import { localTime } from '#lib/published.ts';
import type { RangeName } from './strip-scale.ts';
import type { AskedFor } from './wish.ts';

/** Made once: words come with each move of a pointer. */
const numbers = new Intl.NumberFormat('en-US');

/** A moment of the past as it is told; times are by the server's clock. */
export interface ToldMoment {
  readonly at: number;
  readonly now: number;
  /** Undefined while it is not known. */
  readonly newer: number | undefined;
  /** The line is up: nothing newer goes unheard. */
  readonly isHeard: boolean;
  /** Where the versions that came next are no longer kept: what was asked for. */
  readonly before?: AskedFor | undefined;
}

/** `14:32:05, 27 minutes ago, not live, 41 newer` (time 3). */
export function pastWords({ at, now, newer, isHeard, before }: ToldMoment): string {
  const kept = before === undefined ? [] : [`the last version kept before ${askedWords(before, now)}`];
  const words = [momentWords(at, now), ...kept, agoWords(at, now), 'not live'];
  return (newer === undefined ? words : [...words, newerWords(newer, isHeard)]).join(', ');
}

function askedWords(asked: AskedFor, now: number): string {
  return asked.kind === 'time' ? momentWords(asked.at, now) : `version ${numbers.format(asked.version)}`;
}

/** The local time, with the day unless it is today. */
export function momentWords(at: number, now: number): string {
  return localTime(new Date(at), new Date(now));
}

export function agoWords(at: number, now: number): string {
  const minutes = Math.floor((now - at) / limits.silenceStep);
  if (minutes < 1) return 'less than a minute ago';
  if (minutes < 60) return `${counted(minutes, 'minute')} ago`;
  const hours = Math.floor(minutes / 60);
  return `${hours < 48 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day')} ago`;
}

function newerWords(newer: number, isHeard: boolean): string {
  if (!isHeard) return newer === 0 ? 'newer ones unknown' : `at least ${numbers.format(newer)} newer`;
  return newer === 0 ? 'none newer' : `${numbers.format(newer)} newer`;
}

/** Nothing can be shown of a moment before the oldest version. */
export function nothingKept(oldest: number | undefined, now: number): string {
  return oldest === undefined
    ? 'There is no history for this time.'
    : `There is no history before ${momentWords(oldest, now)}.`;
}

export interface ToldBucket {
  readonly kind: 'publish' | 'held' | 'rollback' | 'snapshot' | 'tag' | 'silence';
  readonly versions: number;
  readonly cells: number;
  readonly by: string;
  /** The tag, or why the report was rolled back. */
  readonly words?: string | undefined;
  readonly restored?: number | undefined;
}

/** What happened at a place of the strip, after its time. */
export function bucketWords(told: ToldBucket | undefined): string | undefined {
  switch (told?.kind) {
    case undefined:
      return undefined;
    case 'held':
      return 'a publish is waiting for approval';
    case 'silence':
      return 'nothing published';
    case 'snapshot':
      return 'snapshot';
    case 'tag':
      return `tagged “${told.words ?? ''}”`;
    case 'rollback':
      return `rolled back to version ${numbers.format(told.restored ?? 0)} by ${shortName(told.by)}: ${told.words ?? ''}`;
    case 'publish': {
      const cells = told.cells > 0 ? `, ${counted(told.cells, 'cell')} changed` : '';
      return `${counted(told.versions, 'version')} by ${shortName(told.by)}${cells}`;
    }
  }
}

/** The words on a button of the strip, and what they say in full. */
export const rangeWords: Readonly<Record<RangeName, readonly [short: string, full: string]>> = {
  hour: ['1 h', 'Last hour'],
  day: ['24 h', 'Last 24 hours'],
  week: ['7 d', 'Last 7 days'],
  all: ['All', 'All history'],
};

function counted(number: number, unit: string): string {
  return `${numbers.format(number)} ${unit}${number === 1 ? '' : 's'}`;
}

export interface Heard {
  /** A moment of the past is shown, or is named by the address. */
  readonly isPast: boolean;
  /** It was before. */
  readonly wasPast: boolean;
  readonly isLive: boolean;
  readonly isFailed: boolean;
  /** Nothing is kept of the moment. */
  readonly isNone: boolean;
}

/** What a screen reader hears as the state changes; the moments themselves, thirty a second in a drag, are not in it. */
export function heardWords({ isPast, wasPast, isLive, isFailed, isNone }: Heard): string {
  if (isFailed) return failedWords;
  if (isPast) return isNone ? 'Not live. There is no history for this time.' : 'Not live';
  return wasPast && isLive ? 'Live again' : '';
}

export const failedWords = 'This moment could not be loaded. Trying again…';
