import { CallError } from '@sheetwire/client/failures';
import { login } from '@sheetwire/contract/accounts';
import { useState } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { errorText } from '#lib/api.ts';
import { useServices } from '#services.ts';

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

export interface LoginAttempt {
  readonly isSending: boolean;
  /** What the server said instead of letting the visitor in. */
  readonly message: string;
  /** Who tried last, for another try. */
  readonly lastUser: string;
  readonly send: (credentials: Credentials) => void;
  readonly again: () => void;
}

/** Success stores the returned info here and goes on (spec 4, Login); a refusal shows the server's message. */
export function useLogin(): LoginAttempt {
  const { call, session } = useServices();
  const [isSending, setSending] = useState(false);
  const [message, setMessage] = useState('');
  const [lastUser, setLastUser] = useState('');
  const attempt = async (credentials: Credentials) => {
    setSending(true);
    setLastUser(credentials.user);
    try {
      const answer = await call(login, credentials);
      if (answer.info !== '') {
        // Busy until the next page has come: this one does not say meanwhile that somebody is logged in already.
        return session.loggedIn(answer.info);
      }
      setMessage(answer.message);
    } catch (error) {
      if (error instanceof CallError) setMessage(errorText(error));
      else showAlert(errorText(error)); // No response: spec 8, an alert with the error.
    }
    setSending(false);
  };
  return {
    isSending,
    message,
    lastUser,
    send: (credentials) => void attempt(credentials),
    again: () => setMessage(''),
  };
}
