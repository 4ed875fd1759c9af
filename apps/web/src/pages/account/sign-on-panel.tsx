import { useServices } from '#services.ts';

/** Where single sign-on is in use, the owner of a password joins the account with it, once. */
export function SignOnPanel() {
  const { session } = useServices();
  if (session.ssoLoginUrl === '') return null;
  return (
    <section className="panel" aria-labelledby="account-sign-on">
      <header>
        <h2 id="account-sign-on">Single sign-on</h2>
      </header>
      <div className="body">
        <div className="row">
          <span className="grow">Link this account to single sign-on. Log in with your password first.</span>
          <a className="button" href={`${session.ssoLoginUrl}?ret=${encodeURIComponent('/account')}`}>
            Link single sign-on
          </a>
        </div>
      </div>
    </section>
  );
}
