import type { Topic } from '@sheetwire/rules/topic';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { showAlert } from '#features/alerts/alerts.ts';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { lineOf } from '#features/live/line-of.ts';
import { useServices } from '#services.ts';
import { GuardModel, type GuardState } from './guard-model.ts';

/** What was edited of each report while the page is open: choosing another one and coming back loses nothing. */
export type GuardDrafts = Map<Topic, GuardModel>;

/** The rules of a report, asked for again whenever something of them changes. */
export function useGuard(
  drafts: GuardDrafts,
  topic: Topic,
): { readonly model: GuardModel; readonly state: GuardState } {
  const services = useServices();
  const call = useOwnCalls();
  const [model] = useState(() => drafts.get(topic) ?? new GuardModel(topic, { call, alert: showAlert }));
  useEffect(() => {
    drafts.set(topic, model);
    const leave = model.start();
    void model.refresh();
    const unsubscribe = lineOf(services).subscribe({
      onEvent: ({ name }) => name === 'admin' && void model.refresh(),
      onState: () => undefined,
      onGap: () => void model.refresh(),
    });
    return () => {
      unsubscribe();
      leave();
    };
  }, [services, drafts, topic, model]);
  return { model, state: useStore(model.store) };
}
