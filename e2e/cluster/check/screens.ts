import { type Fact, factsOf, type Published } from './history.ts';

/** One viewer's screen of one report, as it changed. */
export interface Screen {
  readonly viewer: string;
  readonly topic: string;
  /** What it showed and said from each moment on. */
  readonly moments: readonly Moment[];
  /** Spans without the right to view, as far as that is sure. */
  readonly without: readonly Span[];
}

export interface Moment {
  readonly at: number;
  /** 0 when there is no report on it. */
  readonly version: number;
  readonly words: string;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Words that say that what is shown is the newest. */
const newestWords: ReadonlySet<string> = new Set(['live', 'publisher-silent', 'published']);
/** Words of a line that is lost. */
const lostWords: ReadonlySet<string> = new Set(['reconnecting', 'disconnected']);

export const claimsNewest = ({ words, version }: Moment): boolean => version > 0 && newestWords.has(words);
export const saysLost = ({ words }: Moment): boolean => lostWords.has(words);

/** Every screen of a history. */
export function screensOf(facts: readonly Fact[]): Screen[] {
  const moments = new Map<string, { viewer: string; topic: string; moments: Moment[] }>();
  for (const fact of facts) {
    if (fact.what !== 'shown' && fact.what !== 'says') continue;
    const { viewer, topic, at } = fact;
    const key = `${viewer} ${topic}`;
    const screen = moments.get(key) ?? { viewer, topic, moments: [] };
    moments.set(key, screen);
    const before = screen.moments.at(-1) ?? { version: 0, words: 'waiting' };
    const now = fact.what === 'says' ? { words: fact.words } : { version: fact.values.length > 0 ? fact.version : 0 };
    screen.moments.push({ ...before, ...now, at });
  }
  return [...moments.values()].map((screen) => ({ ...screen, without: spansWithout(facts, screen) }));
}

/**
 * From a loss that is sure to the next time that the right may be back. A loss after a change of which nothing is known is
 * not sure: that change may still come into force.
 */
function spansWithout(facts: readonly Fact[], { viewer, topic }: Pick<Screen, 'viewer' | 'topic'>): Span[] {
  const changes = factsOf(facts, 'right').filter((each) => each.viewer === viewer && each.topic === topic);
  return changes.flatMap((change, n) => {
    const isSure = change.isSure && changes[n - 1]?.isSure !== false;
    if (change.isHeld || !isSure) return [];
    return [{ from: change.at, to: changes[n + 1]?.from ?? Number.POSITIVE_INFINITY }];
  });
}

/** What a screen showed then. */
export function momentAt({ moments }: Screen, at: number): Moment | undefined {
  return moments.findLast((moment) => moment.at <= at);
}

/** True when the viewer may be without the right at some time of the span, sure or not. */
export function mayBeWithout(facts: readonly Fact[], { viewer, topic }: Screen, { from, to }: Span): boolean {
  let isHeld = true;
  for (const change of factsOf(facts, 'right')) {
    if (change.viewer !== viewer || change.topic !== topic) continue;
    if (change.from > to) break;
    if (change.at >= from || !change.isSure) return true;
    ({ isHeld } = change);
  }
  return !isHeld;
}

/** The versions of a topic that were acknowledged, oldest first. */
export function acknowledged(facts: readonly Fact[], topic: string): (Published & { readonly version: number })[] {
  return factsOf(facts, 'published').flatMap((each) =>
    each.topic === topic && each.end === 'kept' && each.version !== undefined
      ? [{ ...each, version: each.version }]
      : [],
  );
}
