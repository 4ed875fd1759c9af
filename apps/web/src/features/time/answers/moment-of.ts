import type { StoreApi } from 'zustand/vanilla';
import type { PastDeps, PastState, ShownMoment } from '../past-ports.ts';
import { askedFor, type FoundAnswer, type Wish } from '../wish.ts';

/** The moment that an answer is of. */
export function momentOf(wish: Wish, answer: FoundAnswer, now: number): ShownMoment {
  const { version, newer, utc: published } = answer;
  const at = wish.kind === 'time' ? upToNow(wish.at, answer, now) : published;
  const before = askedFor(wish, answer);
  return { at, published, version, newer, ...(before && { before }) };
}

/** A time that is to come is the present; one that versions came after is over, whatever this page's clock says. */
function upToNow(at: number, { newer, utc = at }: FoundAnswer, now: number): number {
  return newer > 0 ? at : Math.min(at, Math.max(utc, now));
}

/** A version before all that is kept has no time of its own: the thumb stands at the oldest, once that is known. */
export function standAtOldest(state: StoreApi<PastState>, { whenKnown }: Pick<PastDeps, 'whenKnown'>): void {
  whenKnown((known) => {
    const { at, shown } = state.getState();
    if (known && at === undefined && shown?.version === 0) state.setState({ at: known.oldest });
  });
}
