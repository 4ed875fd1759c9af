import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { showAlert } from '#features/alerts/alerts.ts';
import { useServices } from '#services.ts';
import { SetPasswordFlow, type SetPasswordState } from './set-password-flow.ts';

/** The flow of this page's link; a failed call is an alert and a line in the log (spec 8). */
export function useSetPassword(): { readonly state: SetPasswordState; readonly submit: (password: string) => void } {
  const { call, clock, arrival, session } = useServices();
  const [flow] = useState(() => {
    const alert = (error: unknown, words: string) => {
      console.error('The password was not set', error);
      showAlert(words);
    };
    const onSet = () => {
      session.asked.takeFromMail();
      // Whoever is signed in here may be the user whose sessions just ended.
      session.start();
    };
    return new SetPasswordFlow({ call, clock, key: arrival.passwordKey, alert, onSet });
  });
  useEffect(() => {
    flow.start();
    return () => flow.stop();
  }, [flow]);
  return { state: useStore(flow.store), submit: (password) => void flow.submit(password) };
}
