import { createStore } from 'zustand/vanilla';

/** The four states of the icons in the bar (spec 2; interfaces 8). */
export type ConnectionState = 'connected' | 'connected-unsaved' | 'disconnected' | 'disconnected-unsaved';

interface Facts {
  readonly isConnected: boolean;
  readonly hasUnsaved: boolean;
}

/** Whether the last call succeeded and whether something waits to be saved (spec 4, Connectivity). */
export const connectionFacts = createStore<Facts>(() => ({ isConnected: true, hasUnsaved: false }));

/** Connected is true after every successful call and false after any failure (spec 4). */
export function noteCall(isConnected: boolean): void {
  if (connectionFacts.getState().isConnected !== isConnected) connectionFacts.setState({ isConnected });
}

/** Entries in a report that are not sent yet. */
export function noteUnsaved(hasUnsaved: boolean): void {
  if (connectionFacts.getState().hasUnsaved !== hasUnsaved) connectionFacts.setState({ hasUnsaved });
}

/** The state that the icons show. */
export function connectionState({ isConnected, hasUnsaved }: Facts): ConnectionState {
  if (isConnected) return hasUnsaved ? 'connected-unsaved' : 'connected';
  return hasUnsaved ? 'disconnected-unsaved' : 'disconnected';
}
