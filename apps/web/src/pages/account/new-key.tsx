import type { Output } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import { newApiKey } from '@sheetwire/contract/tokens';
import { type FormEvent, useState } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { useDoing, useOwnCalls } from '#features/asked/use-asked.ts';
import { useShown } from '#features/asked/use-shown.ts';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/message.tsx';
import { SecretText } from '#ui/secret-text.tsx';
import { TextField } from '#ui/text-field.tsx';

/** A key as it is shown once. */
export type MadeKey = Output<typeof newApiKey> & { readonly name: string };

interface NewKeyFormProps {
  /** Names of the keys there are: two alike could not be told apart when one is to be revoked. */
  readonly taken: readonly string[];
  readonly onMade: (made: MadeKey) => void;
  /** The form is over; not told of one that was closed before its key was made. */
  readonly onDone: () => void;
  readonly onClose: () => void;
  /** Nobody may know whether it was made. */
  readonly onFailed: () => void;
}

/** Names a new key. */
export function NewKeyForm({ taken, onMade, onDone, onClose, onFailed }: NewKeyFormProps) {
  const call = useOwnCalls();
  const [name, setName] = useState('');
  const [error, setError] = useState('');
  const isShown = useShown();
  const { isBusy, run } = useDoing((text) => {
    if (!isShown.current) showAlert(`New key ${label}: ${text}`);
    setError(text);
    onFailed();
  });
  const label = name.trim();
  const isTaken = taken.includes(label);
  const refusal = isBusy ? 'Creating the key' : nameRefusal(label, isTaken);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refusal !== undefined) return;
    run(async () => {
      onMade({ ...(await call(newApiKey, { name: label })), name: label });
      if (isShown.current) onDone();
    });
  };
  return (
    <form
      className="body part"
      aria-label="New key"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <TextField
        label="Name"
        note="What will use it, for example nightly-limits"
        value={name}
        onChange={(text) => {
          setError('');
          setName(text);
        }}
        error={isTaken ? 'A key with this name already exists' : undefined}
        maxLength={limits.maxText}
        spellCheck={false}
        autoFocus
      />
      {error === '' ? null : (
        <Banner tone="red" icon="alert" isAlert>
          {error}
        </Banner>
      )}
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

/** The key, this once. */
export function MadeKeyBox({ made: { name, key }, onClose }: { made: MadeKey; onClose: () => void }) {
  return (
    <div className="body part">
      <Banner tone="green" icon="check" isAlert>
        {name} was created. Copy the key now; you won’t see it again.
      </Banner>
      <SecretText text={key} what="key" autoFocus />
      <div className="row">
        <Button onPress={onClose}>Done</Button>
      </div>
    </div>
  );
}

function nameRefusal(label: string, isTaken: boolean): string | undefined {
  if (label === '') return 'Enter a name';
  return isTaken ? 'A key with this name already exists' : undefined;
}
