import { texts } from '@sheetwire/contract/errors';
import { updateUser } from '@sheetwire/contract/users';
import { type FormEvent, useState } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { useDoing, useOwnCalls } from '#features/asked/use-asked.ts';
import { useShown } from '#features/asked/use-shown.ts';
import { addressFault, saveRefusal, type UserFacts } from '#features/manage-users/edit-email.ts';
import { onEscape } from '#features/super-admin/on-escape.ts';
import { afterPress } from '#lib/after-press.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { ServerFault } from './server-fault.tsx';

interface EditEmailFormProps {
  readonly name: string;
  readonly facts: UserFacts;
  /** Resolves once the new address is on the screen. */
  readonly onSaved: (message: string) => Promise<void>;
  readonly onClose: () => void;
}

/** 'Edit Email Address' (spec 5 and 8): the server's refusal stands under ERROR! until the address is edited. */
export function EditEmailForm({ name, facts, onSaved, onClose }: EditEmailFormProps) {
  const call = useOwnCalls();
  const [email, setEmail] = useState(facts.email ?? '');
  const [isLeft, setLeft] = useState(false);
  const [error, setError] = useState('');
  const isShown = useShown();
  const failed = (text: string) => {
    console.error('The email address was not changed:', text);
    if (!isShown.current) showAlert(`Edit Email Address of ${name}: ${text}`);
    setError(text);
  };
  const { isBusy, run } = useDoing(failed);
  const refusal = error || saveRefusal(facts, email);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (refusal) return;
    run(async () => {
      const edited = { user: name, email: email.trim(), associatedAdUser: facts.adUser ?? '' };
      const { success, message = '', unauthorized } = await call(updateUser, edited);
      if (!success) return failed(unauthorized ? texts.unauthorized : message);
      await onSaved(message || `${name} was saved`);
      // Somebody who cancelled meanwhile may have opened another one.
      if (isShown.current) onClose();
    });
  };
  const shown = error ? <ServerFault text={error} /> : isLeft ? addressFault(facts, email) : undefined;
  return (
    <form className="stack narrow" aria-label="Edit Email Address" onSubmit={save} onKeyDown={onEscape(onClose)}>
      <TextField
        label="Email"
        value={email}
        onChange={(text) => {
          setError('');
          setEmail(text);
        }}
        onBlur={() => afterPress(() => setLeft(true))}
        error={shown}
        autoFocus
      />
      <div className="row">
        <Button type="submit" kind="primary" isBusy={isBusy} disabledReason={isBusy ? 'Saving' : refusal}>
          Save
        </Button>
        <Button kind="quiet" onPress={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
