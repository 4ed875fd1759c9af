import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useKnownUser } from '#features/gate/use-session.ts';
import { Doorway } from '#features/shell/doorway.tsx';
import { Banner, Waiting } from '#ui/message.tsx';
import { takeFocus } from '#ui/take-focus.ts';
import { SetPasswordForm } from './set-password-form.tsx';
import { useSetPassword } from './use-set-password.ts';

/** Set password (spec 2): whose it is, the form, the message afterwards. */
export function SetPasswordPage() {
  const { state, submit } = useSetPassword();
  switch (state.state) {
    case 'retrieving':
      return (
        <Doorway title="Set password">
          <Waiting text="Retrieving User..." />
        </Doorway>
      );
    case 'no-key':
      return (
        <Doorway title="Set password">
          <Afterwards offersReset>Open the link in the email again. Reloading this page loses it.</Afterwards>
        </Doorway>
      );
    case 'message':
      return (
        <Doorway title="Set password">
          <Afterwards offersReset={state.offersReset}>{state.text}</Afterwards>
        </Doorway>
      );
    case 'form':
      return (
        <Doorway title={`Set password for ${state.user}`}>
          {state.hasAdAssoc ? (
            <Banner tone="amber" icon="alert">
              Set a password different from the Windows login password.
            </Banner>
          ) : null}
          <SetPasswordForm user={state.user} isSending={state.isSending} refusal={state.refusal} onSubmit={submit} />
        </Doorway>
      );
  }
}

/** The way on that most will take, where nothing stands before it. */
const mostLikely = { 'data-kind': 'primary', ref: takeFocus };

/** The message and the ways on: Home for whoever is logged in, else Login, and Reset Password for a new link. */
function Afterwards({ offersReset, children }: { offersReset: boolean; children: ReactNode }) {
  const user = useKnownUser();
  return (
    <>
      <Banner {...(offersReset ? { icon: 'info', tone: 'amber' } : { icon: 'check', tone: 'green' })} isAlert>
        {children}
      </Banner>
      <div className="row">
        {offersReset ? (
          <Link ref={takeFocus} className="button" data-kind="primary" to="/resetpassword">
            Reset Password
          </Link>
        ) : null}
        <Link {...(offersReset ? {} : mostLikely)} className="button" to={user ? '/' : '/login'}>
          {user ? 'Home' : 'Login'}
        </Link>
      </div>
    </>
  );
}
