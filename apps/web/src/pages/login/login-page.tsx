import { Link } from '@tanstack/react-router';
import { useKnownUser, useSession } from '#features/gate/use-session.ts';
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
  const login = useLogin();
  return (
    <Doorway title="Login">
      {login.message ? null : <SignOnOutcome />}
      {user && !login.isSending ? (
        <>
          <p className="reading">Already logged in as {user.user}</p>
          <div className="row">
            <Link className="button" data-kind="primary" to="/">
              Home
            </Link>
          </div>
        </>
      ) : login.message ? (
        <LoginMessage text={login.message} onAgain={login.again} />
      ) : (
        <>
          <LoginForm onSubmit={login.send} isSending={login.isSending} lastUser={login.lastUser} />
          <SignOnLink />
        </>
      )}
    </Doorway>
  );
}

/** Why single sign-on brought the visitor here. */
function SignOnOutcome() {
  const { signOnOutcome } = useServices().arrival;
  return signOnOutcome === undefined ? null : (
    <Banner tone="amber" icon="alert" isAlert>
      {signOnWords(signOnOutcome)}
    </Banner>
  );
}

/** Login is the way around single sign-on, so it never leaves for it by itself; under the form, which stays in its place. */
function SignOnLink() {
  const { session } = useServices();
  const isNobody = useSession().state === 'signed-out';
  return isNobody && session.ssoLoginUrl !== '' ? (
    <a className="button" href={session.ssoLoginUrl}>
      Log in with single sign-on
    </a>
  ) : null;
}
