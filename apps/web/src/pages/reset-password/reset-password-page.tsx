import { isEmail } from '@sheetwire/rules/email';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Doorway } from '#features/shell/doorway.tsx';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/message.tsx';
import { takeFocus } from '#ui/take-focus.ts';
import { TextField } from '#ui/text-field.tsx';
import { useResetPassword } from './use-reset-password.ts';

const prompt =
  'To receive an email containing link to reset password, enter email address then press the RESET button.';

/** Reset password (spec 2): the prompt and the email, then the server's message with a link to Home. */
export function ResetPasswordPage() {
  const { isSending, answer, send, again } = useResetPassword();
  return (
    <Doorway title="Reset password">
      {answer === undefined ? (
        <ResetForm isSending={isSending} onSubmit={send} />
      ) : (
        <>
          <Banner {...(answer.isRefusal ? { tone: 'red', icon: 'alert' } : { tone: 'blue', icon: 'mail' })} isAlert>
            {answer.text}
          </Banner>
          <div className="row" data-gap="l">
            <Link ref={takeFocus} className="button" to="/">
              Home
            </Link>
            <Button kind="link" onPress={again}>
              Enter another email address
            </Button>
          </div>
        </>
      )}
    </Doorway>
  );
}

/** RESET needs an address of the email pattern (spec 5, Reset password). */
function ResetForm({ isSending, onSubmit }: { isSending: boolean; onSubmit: (email: string) => void }) {
  const [typed, setEmail] = useState('');
  const [isTried, setTried] = useState(false);
  const email = typed.trim();
  const obstacle = resetObstacle(email, isSending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (obstacle === undefined) onSubmit(email);
  };
  return (
    <form className="stack" aria-label="Reset password" noValidate onSubmit={submit}>
      <p className="reading">{prompt}</p>
      <TextField
        label="Email"
        type="email"
        value={typed}
        onChange={(text) => {
          setTried(false);
          setEmail(text);
        }}
        onKeyDown={(event) => event.key === 'Enter' && setTried(true)}
        error={isTried && !isSending ? obstacle : undefined}
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
      />
      <div className="row">
        <Button type="submit" kind="primary" disabledReason={obstacle} isBusy={isSending}>
          RESET
        </Button>
        <span className="grow" />
        <Link to="/login">Login</Link>
      </div>
    </form>
  );
}

function resetObstacle(email: string, isSending: boolean): string | undefined {
  if (isSending) return 'Requesting the email';
  if (email === '') return 'Enter an email address';
  return isEmail(email) ? undefined : 'Enter a full email address, such as jane.doe@example.com';
}
