import { login } from '@sheetwire/contract/accounts';
import { useState } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { errorText } from '#lib/api.ts';
import { localKeys } from '#lib/local-store.ts';
import { useServices } from '#services.ts';

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

export interface LoginAttempt {
  readonly isSending: boolean;
  /** What the server said instead of letting the visitor in. */
  readonly message: string;
  readonly send: (credentials: Credentials) => void;
  readonly again: () => void;
}

/** Success stores the returned info here and goes home (spec 4, Login); a refusal shows the server's message. */
export function useLogin(goHome: () => void): LoginAttempt {
  const { call, session, store } = useServices();
  const [isSending, setSending] = useState(false);
  const [message, setMessage] = useState('');
  const attempt = async (credentials: Credentials) => {
    setSending(true);
    try {
      const answer = await call(login, credentials);
      if (answer.info === '') return setMessage(answer.message);
      store.write(localKeys.loginInfo, answer.info);
      session.start();
      goHome();
    } catch (error) {
      if (hasAnswer(error)) setMessage(errorText(error));
      else showAlert(errorText(error)); // No response: spec 8, an alert with the error.
    } finally {
      setSending(false);
    }
  };
  return { isSending, message, send: (credentials) => void attempt(credentials), again: () => setMessage('') };
}

function hasAnswer(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error;
}
