import { CallError } from '@sheetwire/client/failures';
import { resetPassword } from '@sheetwire/contract/accounts/own';
import { useState } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { deedText, errorText } from '#lib/api.ts';
import { useServices } from '#services.ts';

export interface ResetAttempt {
  readonly isSending: boolean;
  /** What the server answered, as given. */
  readonly answer: { readonly text: string; readonly isRefusal: boolean } | undefined;
  readonly send: (email: string) => void;
  readonly again: () => void;
}

/** Asks for the mail; a failed call is an alert and a line in the log (spec 8). */
export function useResetPassword(): ResetAttempt {
  const { call, session } = useServices();
  const [isSending, setSending] = useState(false);
  const [answer, setAnswer] = useState<ResetAttempt['answer']>();
  const attempt = async (email: string) => {
    setSending(true);
    try {
      const { message } = await call(resetPassword, { email });
      session.asked.keepForMail();
      setAnswer({ text: message, isRefusal: false });
    } catch (error) {
      console.error('The password reset failed', error);
      if (error instanceof CallError) setAnswer({ text: errorText(error), isRefusal: true });
      else showAlert(deedText(error));
    } finally {
      setSending(false);
    }
  };
  return { isSending, answer, send: (email) => void attempt(email), again: () => setAnswer(undefined) };
}
