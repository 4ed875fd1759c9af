import type { SessionUser } from '@sheetwire/contract/accounts';
import { emailDetails } from '@sheetwire/contract/accounts/own';
import type { Output } from '@sheetwire/contract/call';
import { texts } from '@sheetwire/contract/errors';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useAsked } from '#features/asked/use-asked.ts';
import type { Answer } from '#lib/asked.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Banner, WaitingLine } from '#ui/message.tsx';
import { ChangeEmailForm } from './change-email-form.tsx';

type Details = Output<typeof emailDetails>;

/** Where the link to the form leads when it is opened in a tab of its own. */
const FORM = '#change-email';

/** Who the user is, with 'Change Email Address' for those who may (spec 2, Account). */
export function EmailPanel({ user }: { user: SessionUser }) {
  const { answer: asked, refresh } = useAsked((call, signal) => call(emailDetails, {}, { signal }));
  const answer = withoutOld(asked);
  const [isOpen, setOpen] = useState(() => location.hash === FORM);
  const [sent, setSent] = useState('');
  const opener = useRef<HTMLAnchorElement>(null);
  useRefreshOnceConfirmed(refresh);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    setSent('');
    setOpen(!isOpen);
    if (answer.state === 'failed') void refresh();
  };
  return (
    <section className="panel" aria-labelledby="account-user">
      <header>
        <h2 id="account-user">Profile</h2>
        <span className="grow" />
        <div className="row links" data-gap="l">
          <ChangePassword answer={answer} />
          {user.canChangeEmail ? (
            <a ref={opener} href={FORM} aria-expanded={isOpen} onClick={toggle}>
              Change Email Address
            </a>
          ) : null}
        </div>
      </header>
      {isOpen ? (
        <ChangeEmailForm
          user={user.user}
          details={answer}
          onRetry={() => void refresh()}
          onSent={setSent}
          onClose={close}
        />
      ) : (
        <div className="body">
          <dl className="facts">
            <dt>User</dt>
            <dd>{user.user}</dd>
            <dt>Email</dt>
            <dd>
              <CurrentEmail answer={answer} onRetry={() => void refresh()} />
            </dd>
          </dl>
          {sent === '' ? null : (
            <Banner tone="green" icon="mail" isAlert>
              {sent}
            </Banner>
          )}
        </div>
      )}
    </section>
  );
}

/** The address that is shown is the present one or none: the old one would say that nothing was changed. */
function withoutOld(answer: Answer<Details>): Answer<Details> {
  const isOld = answer.state === 'known' && answer.fault !== undefined;
  return isOld ? { state: 'failed', text: answer.fault } : answer;
}

function CurrentEmail({ answer, onRetry }: { answer: Answer<Details>; onRetry: () => void }) {
  switch (answer.state) {
    case 'asking':
      return <WaitingLine text="Loading..." />;
    case 'failed':
      return (
        <span className="row">
          {texts.noCurrentEmail}
          <Button kind="link" onPress={onRetry}>
            Try again
          </Button>
        </span>
      );
    case 'known':
      return <KnownEmail details={answer.value} />;
  }
}

function KnownEmail({ details: { email, adUser } }: { details: Details }) {
  return (
    <>
      {email === '' ? <span className="quiet">None</span> : email}
      {adUser === '' ? null : <span className="quiet"> from the directory {adUser}</span>}
    </>
  );
}

/** For those whom the link can be mailed to; its room is kept until that is known, so that nothing moves. */
function ChangePassword({ answer }: { answer: Answer<Details> }) {
  switch (answer.state) {
    case 'asking':
      return <span className="due">Change Password</span>;
    case 'failed':
      return null;
    case 'known':
      return answer.value.email === '' ? null : <Link to="/resetpassword">Change Password</Link>;
  }
}

/** The address that is shown is asked for anew once the mailed link was opened: a try whose answer was lost may have changed it. */
function useRefreshOnceConfirmed(refresh: () => Promise<void>): void {
  const confirmation = useStore(useServices().emailConfirmation.store);
  const isAnswered = confirmation.state === 'answered';
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    if (isAnswered) void latest.current();
  }, [isAnswered]);
}
