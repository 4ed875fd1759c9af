import { Link, useNavigate } from '@tanstack/react-router';
import { useKnownUser } from '#features/session/use-session.ts';
import { Icon } from '#ui/icon.tsx';
import { LoginForm } from './login-form.tsx';
import { LoginMessage } from './login-message.tsx';
import { useLogin } from './use-login.ts';

/** Login (spec 2): the form, its message afterwards, or who is logged in already. */
export function LoginPage() {
  const user = useKnownUser();
  const navigate = useNavigate();
  const login = useLogin(() => void navigate({ to: '/' }));
  return (
    <main id="main" className="doorway">
      <div className="page" data-width="form">
        <div className="panel pad stack">
          <Icon name="logo" className="mark" />
          <h1>Login</h1>
          {user && !login.isSending ? (
            <p className="reading">
              Already logged in as {user.user} <Link to="/">Home</Link>
            </p>
          ) : login.message ? (
            <LoginMessage text={login.message} onAgain={login.again} />
          ) : (
            <LoginForm onSubmit={login.send} isSending={login.isSending} />
          )}
        </div>
      </div>
    </main>
  );
}
