import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { placeOf } from '#features/super-admin/place-of.ts';
import { useServices } from '#services.ts';
import { UsersModel, type UsersState } from './users-model.ts';

/** The lists of Manage Users, at work while the page is on screen. */
export function useUsers(): UsersModel {
  const services = useServices();
  const call = useOwnCalls();
  const [model] = useState(() => new UsersModel(call, placeOf(services)));
  useEffect(() => {
    model.start();
    return () => model.stop();
  }, [model]);
  return model;
}

export function useUsersState(model: UsersModel): UsersState {
  return useStore(model.store);
}
