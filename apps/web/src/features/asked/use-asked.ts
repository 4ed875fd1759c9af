import type { Caller } from '@sheetwire/client/caller';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { showAlert } from '#features/alerts/alerts.ts';
import { deedText } from '#lib/api.ts';
import { type Answer, Question } from '#lib/asked.ts';
import { useServices } from '#services.ts';
import { ownCalls } from './own-calls.ts';

/** The calls of this page's user. */
export function useOwnCalls(): Caller {
  const { call, session } = useServices();
  return useMemo(() => ownCalls({ call, session }), [call, session]);
}

/** Asks when the component appears and whenever it is told to; the question itself is the one of the first time. */
export function useAsked<T>(ask: (call: Caller, signal: AbortSignal) => Promise<T>): {
  readonly answer: Answer<T>;
  readonly refresh: () => Promise<void>;
} {
  const call = useOwnCalls();
  const [asked] = useState(() => new Question((signal) => ask(call, signal)));
  useEffect(() => {
    void asked.refresh();
    return () => asked.stop();
  }, [asked]);
  const answer = useStore(asked.store);
  return { answer, refresh: () => asked.refresh() };
}

export interface Doing {
  readonly isBusy: boolean;
  readonly run: (work: () => Promise<unknown>) => void;
}

/** One thing done at a time; its failure is an alert unless the place has its own for it (spec 8). */
export function useDoing(onFailed: (text: string, error: unknown) => void = showAlert): Doing {
  const [isBusy, setBusy] = useState(false);
  const run = (work: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    work()
      .catch((error: unknown) => onFailed(deedText(error), error))
      .finally(() => setBusy(false));
  };
  return { isBusy, run };
}
