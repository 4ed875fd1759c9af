import { type FormEvent, useRef, useState } from 'react';
import { pageConfig } from '#lib/config.ts';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/message.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { AdviceList } from './advice-list.tsx';
import { adviceOn } from './password-advice.ts';

interface SetPasswordFormProps {
  readonly user: string;
  readonly isSending: boolean;
  readonly refusal: string;
  readonly onSubmit: (password: string) => void;
}

/** Password and confirm; CLEAR and SUBMIT, which needs both equal and not empty (spec 5, Set password). */
export function SetPasswordForm({ user, isSending, refusal, onSubmit }: SetPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  /** The refusal speaks of the password that was sent, not of the next one. */
  const [refused, setRefused] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const obstacle = submitObstacle(password, confirm, isSending);
  const isEmpty = password === '' && confirm === '';
  const differs = confirm !== '' && !password.startsWith(confirm);
  const { passwordLength, productName } = pageConfig;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (obstacle !== undefined) return;
    setRefused(password);
    onSubmit(password);
  };
  const clear = () => {
    setPassword('');
    setConfirm('');
    form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus();
  };
  return (
    <form ref={form} className="stack" aria-label="Set password" onSubmit={submit}>
      {password === refused && refusal !== '' ? (
        <Banner tone="red" icon="alert" isAlert>
          {refusal}
        </Banner>
      ) : null}
      <input hidden readOnly autoComplete="username" value={user} />
      <PasswordField label="Password" value={password} onChange={setPassword} autoComplete="new-password" autoFocus />
      <AdviceList advice={adviceOn(password, { least: passwordLength, names: [user, productName] })} />
      <PasswordField
        label="Confirm"
        value={confirm}
        onChange={setConfirm}
        autoComplete="new-password"
        error={differs ? 'The passwords do not match' : undefined}
      />
      <div className="row">
        <Button type="submit" kind="primary" disabledReason={obstacle} isBusy={isSending}>
          SUBMIT
        </Button>
        <Button onPress={clear} disabledReason={isEmpty ? 'Both fields are empty' : undefined}>
          CLEAR
        </Button>
      </div>
    </form>
  );
}

function submitObstacle(password: string, confirm: string, isSending: boolean): string | undefined {
  if (isSending) return 'Setting the password';
  if (password === '') return 'Enter a password';
  return password === confirm ? undefined : 'Enter the same password in both fields';
}
