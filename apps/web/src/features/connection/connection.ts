import { createStore, type StoreApi } from 'zustand/vanilla';

/** The four states of the icons in the bar (spec 2; interfaces 8). */
export type ConnectionState = 'connected' | 'connected-unsaved' | 'disconnected' | 'disconnected-unsaved';

/** How the line to the server stands: `finding` in the first seconds after a loss. Every word about it comes from here. */
export type LineState = 'up' | 'finding' | 'down';

export interface Facts {
  readonly line: LineState;
  readonly hasUnsaved: boolean;
  /** Each part of the portal in which something waits to be saved. */
  readonly unsaved: ReadonlySet<object>;
  /** When something last arrived. */
  readonly heardAt: number;
}

/** A line of which nothing was heard yet. */
export const newFacts = (heardAt = Number.NEGATIVE_INFINITY): StoreApi<Facts> =>
  createStore(() => ({ line: 'up', hasUnsaved: false, unsaved: new Set(), heardAt }));

/** The state of the line and whether something waits to be saved (spec 4, Connectivity). */
export const connectionFacts: StoreApi<Facts> = newFacts();

/** Something really arrived at an epoch ms: an answer, or bytes of the stream. Nothing else brings a lost line back. */
export function noteArrival(heardAt: number, facts = connectionFacts): void {
  facts.setState({ line: 'up', heardAt });
}

/** A call failed, the stream was cut, or nothing came for too long. */
export function noteLoss(facts = connectionFacts): void {
  if (facts.getState().line === 'up') facts.setState({ line: 'down' });
}

/** Connected is true after every successful call and false after any failure (spec 4). */
export function noteCall(isConnected: boolean, at: number, facts = connectionFacts): void {
  if (isConnected) noteArrival(at, facts);
  else noteLoss(facts);
}

/** No answer came in time to what was asked then: a loss, unless something else came since. */
export function noteLate(askedAt: number, facts = connectionFacts): void {
  if (facts.getState().heardAt <= askedAt) noteLoss(facts);
}

/**
 * Takes whether one part of the portal has something that is not saved yet: entries in a report, rights, members of a
 * group. What one part has saved says nothing about what waits in another, which may go on while its page is left.
 */
export function unsavedNote(facts = connectionFacts): (hasUnsaved: boolean) => void {
  const part = {};
  return (hasUnsaved) => {
    const { unsaved } = facts.getState();
    if (unsaved.has(part) === hasUnsaved) return;
    const parts = new Set(unsaved);
    if (hasUnsaved) parts.add(part);
    else parts.delete(part);
    facts.setState({ unsaved: parts, hasUnsaved: parts.size > 0 });
  };
}

/** The state that the icons show. */
export function connectionState({ line, hasUnsaved }: Pick<Facts, 'line' | 'hasUnsaved'>): ConnectionState {
  if (line === 'up') return hasUnsaved ? 'connected-unsaved' : 'connected';
  return hasUnsaved ? 'disconnected-unsaved' : 'disconnected';
}

/** The words of a line that is not up, wherever they stand. */
export const lineWords = { finding: 'Reconnecting…', down: 'Disconnected' } as const;
