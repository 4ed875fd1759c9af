import { Link, useNavigate } from '@tanstack/react-router';
import { useKnownUser, useSession } from '#features/session/use-session.ts';
import { Doorway } from '#features/shell/doorway.tsx';
import { useServices } from '#services.ts';
import { Banner } from '#ui/message.tsx';
import { LoginForm } from './login-form.tsx';
import { LoginMessage } from './login-message.tsx';
import { signOnWords } from './sign-on-words.ts';
import { useLogin } from './use-login.ts';

/** Login (spec 2): the form, its message afterwards, or who is logged in already. */
export function LoginPage() {
  const user = useKnownUser();
  const navigate = useNavigate();
  const login = useLogin(() => void navigate({ to: '/' }));
  return (
    <Doorway title="Login">
      {user && !login.isSending ? (
        <p className="reading">
          Already logged in as {user.user} <Link to="/">Home</Link>
        </p>
      ) : login.message ? (
        <LoginMessage text={login.message} onAgain={login.again} />
      ) : (
        <>
          <SignOn />
          <LoginForm onSubmit={login.send} isSending={login.isSending} lastUser={login.lastUser} />
        </>
      )}
    </Doorway>
  );
}

/** Where single sign-on is in use, Login is the way around it: why the visitor is here, and the way back. */
function SignOn() {
  const { session, arrival } = useServices();
  const isKnown = useSession().state === 'signed-out';
  const { signOnOutcome } = arrival;
  return (
    <>
      {signOnOutcome === undefined ? null : (
        <Banner tone="amber" icon="alert" isAlert>
          {signOnWords(signOnOutcome)}
        </Banner>
      )}
      {isKnown && session.ssoLoginUrl !== '' ? (
        <a className="button" href={session.ssoLoginUrl}>
          Log in with single sign-on
        </a>
      ) : null}
    </>
  );
}
