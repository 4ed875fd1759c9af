import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { showAlert } from '#features/alerts/alerts.ts';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { unsavedNote } from '#features/connection/connection.ts';
import { placeOf } from '#features/super-admin/place-of.ts';
import { useServices } from '#services.ts';
import { GroupsModel, type GroupsState } from './groups-model.ts';
import type { KnownMembers, MembersSaver } from './members-saver.ts';

/** The model of Manage User Groups, at work while the page is on screen. */
export function useGroups(): GroupsModel {
  const services = useServices();
  const call = useOwnCalls();
  const [model] = useState(
    () => new GroupsModel({ ...placeOf(services), call, alert: showAlert, noteUnsaved: unsavedNote() }),
  );
  useEffect(() => {
    model.start();
    return () => model.stop();
  }, [model]);
  return model;
}

export function useGroupsState(model: GroupsModel): GroupsState {
  return useStore(model.store);
}

export function useMembers(saver: MembersSaver): KnownMembers {
  return useStore(saver.store);
}

/** The selected member, '' for none. */
export function useSelectedMember(model: GroupsModel): string {
  return useStore(model.choice.store);
}
