import { endSession, endSessions, sessions } from '@sheetwire/contract/accounts/own';
import { type ReactNode, useRef, useState } from 'react';
import { AnswerView } from '#features/asked/answer-view.tsx';
import { isFocusFree } from '#features/asked/is-focus-free.ts';
import { unlessGone } from '#features/asked/own-calls.ts';
import { useAsked, useOwnCalls } from '#features/asked/use-asked.ts';
import { useDeed } from '#features/asked/use-deed.ts';
import { pageConfig } from '#lib/config.ts';
import { momentWords } from '#lib/moment-words.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Chip } from '#ui/message.tsx';
import { Moment } from '#ui/moment.tsx';
import { Row, Rows } from '#ui/rows.tsx';
import { type ActiveSession, sessionWords } from './session-words.ts';

/** More are shown when they are asked for. */
const shownFirst = 8;

/** Where the user is signed in: each can be ended, and all at once. */
export function SessionsPanel() {
  const { answer, refresh } = useAsked((call, signal) => call(sessions, {}, { signal }));
  const [said, setSaid] = useState('');
  const refresher = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const ended = async (name: string) => {
    await refresh();
    setSaid(`Ended ${name}`);
    if (isFocusFree(list.current)) refresher.current?.focus();
  };
  return (
    <section className="panel" aria-labelledby="account-sessions">
      <header>
        <h2 id="account-sessions">Active sessions</h2>
        <span className="grow done" role="status">
          {said}
        </span>
        <Button
          ref={refresher}
          kind="quiet"
          size="icon"
          icon="retry"
          aria-label="Refresh sessions"
          hint="Refresh"
          onPress={() => {
            setSaid('');
            void refresh();
          }}
        />
      </header>
      <div ref={list} className="listed">
        <AnswerView answer={answer} onRetry={() => void refresh()}>
          {(known) => <SessionRows sessions={known.sessions} onEnded={ended} />}
        </AnswerView>
      </div>
      <div className="body part">
        <LogOutEverywhere />
      </div>
    </section>
  );
}

interface SessionRowsProps {
  readonly sessions: readonly ActiveSession[];
  readonly onEnded: (name: string) => Promise<void>;
}

function SessionRows({ sessions: all, onEnded }: SessionRowsProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? all : all.slice(0, shownFirst);
  if (all.length === 0) return <p className="quiet">No active sessions</p>;
  return (
    <>
      <Rows label="Active sessions">
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} onEnded={onEnded} />
        ))}
      </Rows>
      {all.length > shownFirst ? (
        <Button kind="link" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${all.length}`}
        </Button>
      ) : null}
    </>
  );
}

function SessionRow({ session, onEnded }: { session: ActiveSession; onEnded: SessionRowsProps['onEnded'] }) {
  const call = useOwnCalls();
  const now = useServices().clock.now();
  const { icon, name, how } = sessionWords(session, pageConfig.productName);
  const { isBusy, run } = useDeed(`End ${name}`);
  const startedWords = momentWords(new Date(session.startedUtc), new Date(now));
  const end = async () => {
    await unlessGone(call(endSession, { id: session.id }));
    await onEnded(name);
  };
  const action: ReactNode = session.isThis ? null : (
    <Confirm
      yes="End"
      kind="quiet"
      size="small"
      aria-label={`End ${name}, started ${startedWords}`}
      disabledReason={isBusy ? 'Ending' : undefined}
      isBusy={isBusy}
      onConfirm={() => run(end)}
    >
      End
    </Confirm>
  );
  return (
    <Row
      icon={icon}
      name={
        <>
          {name}
          {session.isThis ? (
            <Chip tone="green" icon="check">
              This browser
            </Chip>
          ) : null}
        </>
      }
      note={
        <>
          {[how, session.address].filter((part) => part !== '').join(', ')}
          <br />
          Started <Moment utc={session.startedUtc} now={now} />, last seen <Moment utc={session.seenUtc} now={now} />
        </>
      }
      action={action}
    />
  );
}

/** What it ends is said before it is asked (interfaces 9: API keys stay). */
function LogOutEverywhere() {
  const call = useOwnCalls();
  const { session } = useServices();
  const { isBusy, run } = useDeed('Log Out Everywhere');
  const logOut = async () => {
    await call(endSessions, {});
    await session.logOut();
  };
  return (
    <div className="row">
      <p className="grow quiet">
        Ends all your sessions: this and other browsers, stored logins and add-ins. API keys keep working.
      </p>
      <Confirm
        icon="exit"
        yes="Log Out"
        disabledReason={isBusy ? 'Logging out' : undefined}
        isBusy={isBusy}
        onConfirm={() => run(logOut)}
      >
        Log Out Everywhere
      </Confirm>
    </div>
  );
}
