import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { Credentials } from './use-login.ts';

interface LoginFormProps {
  readonly onSubmit: (credentials: Credentials) => void;
  readonly isSending: boolean;
  /** Who tried before; only the password is asked for again. */
  readonly lastUser: string;
}

/** CANCEL clears and needs one field, SUBMIT needs both, Enter submits (spec 2, Login). */
export function LoginForm({ onSubmit, isSending, lastUser }: LoginFormProps) {
  const [user, setUser] = useState(lastUser);
  const [password, setPassword] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const isEmpty = user === '' && password === '';
  const refusal = submitRefusal(user, password, isSending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refusal === undefined) onSubmit({ user: user.trim(), password });
  };
  const clear = () => {
    setUser('');
    setPassword('');
    form.current?.querySelector('input')?.focus();
  };
  return (
    <form ref={form} className="stack" aria-label="Login" onSubmit={submit}>
      <TextField
        label="Username or email"
        value={user}
        onChange={setUser}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoFocus={lastUser === ''}
      />
      <PasswordField
        label="Password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        autoFocus={lastUser !== ''}
      />
      <div className="row">
        <Button type="submit" kind="primary" disabledReason={refusal} isBusy={isSending}>
          SUBMIT
        </Button>
        <Button onPress={clear} disabledReason={isEmpty ? 'Both fields are empty' : undefined}>
          CANCEL
        </Button>
        <span className="grow" />
        <Link to="/resetpassword">I forgot my password</Link>
      </div>
    </form>
  );
}

function submitRefusal(user: string, password: string, isSending: boolean): string | undefined {
  if (isSending) return 'Logging in';
  if (user.trim() === '') return 'Enter a username or email';
  return password === '' ? 'Enter a password' : undefined;
}
