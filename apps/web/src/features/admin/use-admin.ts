import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { showAlert } from '#features/alerts/alerts.ts';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { unsavedNote } from '#features/connection/connection.ts';
import { lineOf } from '#features/live/line-of.ts';
import { pageHidden } from '#lib/page-hidden.ts';
import { useServices } from '#services.ts';
import { AdminModel } from './admin-model.ts';
import type { AdminState, Selected } from './admin-state.ts';
import type { SavedPerms } from './perms-saver.ts';
import type { Choice } from './principal-choice.ts';
import type { KnownSnapshot } from './snapshot-saver.ts';

/** The model of the Admin page, at work while the page is on screen. */
export function useAdmin(): AdminModel {
  const services = useServices();
  const call = useOwnCalls();
  const [model] = useState(() => {
    const { clock, isMobile } = services;
    const notes = { alert: showAlert, noteUnsaved: unsavedNote() };
    return new AdminModel({ call, clock, isMobile, isHidden: pageHidden, live: lineOf(services), ...notes });
  });
  useEffect(() => {
    model.start();
    return () => model.stop();
  }, [model]);
  return model;
}

export function useAdminState(model: AdminModel): AdminState {
  return useStore(model.store);
}

export function useChoice(model: AdminModel): Choice {
  return useStore(model.choice.store);
}

export function useRights(selected: Selected): SavedPerms {
  return useStore(selected.rights.store);
}

export function useSnapshot(selected: Selected): KnownSnapshot {
  return useStore(selected.snapshot.store);
}
