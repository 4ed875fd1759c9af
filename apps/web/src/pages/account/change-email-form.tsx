import { changeEmail, type emailDetails } from '@sheetwire/contract/accounts/own';
import type { Output } from '@sheetwire/contract/call';
import { texts } from '@sheetwire/contract/errors';
import { type FormEvent, type ReactNode, useState } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { useDoing, useOwnCalls } from '#features/asked/use-asked.ts';
import { useShown } from '#features/asked/use-shown.ts';
import { afterPress } from '#lib/after-press.ts';
import type { Answer } from '#lib/asked.ts';
import { Button } from '#ui/button.tsx';
import { Banner, WaitingLine } from '#ui/message.tsx';
import { TextField } from '#ui/text-field.tsx';
import { againFault, emailRefusal, nextFault } from './change-email.ts';

interface ChangeEmailFormProps {
  readonly user: string;
  readonly details: Answer<Output<typeof emailDetails>>;
  readonly onRetry: () => void;
  /** With what the server said. */
  readonly onSent: (message: string) => void;
  readonly onClose: () => void;
}

/** The form of spec 2, Account: it closes on CANCEL or success; editing clears the message (spec 5, Change email). */
export function ChangeEmailForm({ user, details, onRetry, onSent, onClose }: ChangeEmailFormProps) {
  const call = useOwnCalls();
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [error, setError] = useState('');
  const [isNextLeft, setNextLeft] = useState(false);
  const isShown = useShown();
  const failed = (text: string) => {
    console.error('The email address was not changed:', text);
    if (!isShown.current) showAlert(`Change Email Address: ${text}`);
    setError(text);
  };
  const { isBusy, run } = useDoing(failed);
  const current = details.state === 'known' ? details.value.email : '';
  const entry = { current, next, again };
  const refusal = refusalOf(details.state, isBusy) ?? emailRefusal(entry);
  const edit = (set: (text: string) => void) => (text: string) => {
    setError('');
    set(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refusal !== undefined) return;
    run(async () => {
      const { success, message } = await call(changeEmail, { email: next.trim() });
      if (!success) return failed(message);
      onSent(
        message || `An email with a link is queued for ${next.trim()}. The address changes when you open the link.`,
      );
      if (isShown.current) onClose();
    });
  };
  return (
    <form
      className="body"
      aria-label="Change Email Address"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <dl className="facts">
        <dt>User</dt>
        <dd>{user}</dd>
        <dt>Current email</dt>
        <dd>{details.state === 'asking' ? <WaitingLine text="Loading..." /> : current || 'Unknown'}</dd>
      </dl>
      <div className="columns">
        <TextField
          label="New email"
          type="email"
          autoComplete="email"
          value={next}
          onChange={edit(setNext)}
          onBlur={() => afterPress(() => setNextLeft(true))}
          error={isNextLeft ? nextFault(entry) : undefined}
          autoFocus
        />
        <TextField
          label="Confirm new email"
          type="email"
          value={again}
          onChange={edit(setAgain)}
          error={againFault(entry)}
        />
      </div>
      {error === '' ? <NoCurrentEmail details={details} onRetry={onRetry} /> : <Fault text={error} />}
      <div className="row">
        <Button type="submit" kind="primary" disabledReason={refusal} isBusy={isBusy}>
          SUBMIT
        </Button>
        <Button kind="quiet" onPress={onClose}>
          CANCEL
        </Button>
      </div>
    </form>
  );
}

/** The server's message under ERROR! (spec 8). */
function Fault({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <Banner tone="red" icon="alert" isAlert action={action}>
      <strong>ERROR!</strong> <span>{text}</span>
    </Banner>
  );
}

/** Without the current address there is nothing to change (spec 5, Change email); asking again may bring it. */
function NoCurrentEmail({ details, onRetry }: Pick<ChangeEmailFormProps, 'details' | 'onRetry'>) {
  switch (details.state) {
    case 'asking':
      return null;
    case 'failed':
      return <Fault text={texts.noCurrentEmail} action={<Button onPress={onRetry}>Try again</Button>} />;
    case 'known':
      return details.value.email === '' ? <Fault text={texts.noCurrentEmail} /> : null;
  }
}

function refusalOf(details: Answer<unknown>['state'], isBusy: boolean): string | undefined {
  if (isBusy) return 'Sending the link';
  return details === 'asking' ? 'Retrieving the current email address' : undefined;
}
