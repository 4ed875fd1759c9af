import type { SessionUser } from '@sheetwire/contract/accounts';
import type { ReactNode } from 'react';
import { pageConfig } from '#lib/config.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Notice, Waiting } from '#ui/message.tsx';
import { Logout } from './logout.tsx';
import { useSession, waitingText } from './use-session.ts';

/** Every page waits until the user is known and licensed, and says so (spec 2). */
export function Gate({ children }: { children: (user: SessionUser) => ReactNode }) {
  const known = useSession();
  const waiting = waitingText(known);
  if (waiting !== undefined) {
    return (
      <main id="main" className="page" data-width="form">
        <h1 className="hide">{pageConfig.productName}</h1>
        <Waiting text={waiting}>
          {known.state === 'unlicensed' ? (
            <>
              <p className="quiet">
                All licenses are in use. This page continues automatically when a license is free.
              </p>
              <Logout user={known.user} />
            </>
          ) : null}
        </Waiting>
      </main>
    );
  }
  if (known.state === 'refused') return <Refused user={known.user} />;
  return known.state === 'licensed' ? children(known.user) : null;
}

/** The page was loaded again as often as makes sense. */
function Refused({ user }: { user: SessionUser }) {
  const { session } = useServices();
  return (
    <main id="main" className="page" data-width="form">
      <h1 className="hide">{pageConfig.productName}</h1>
      <Notice icon="alert">
        <p role="alert">You are logged in as {user.user}, but the server refuses this page.</p>
        <p className="quiet">Try again. If the problem continues, ask your administrator.</p>
        <Button kind="primary" onPress={() => session.tryAgain()}>
          Try again
        </Button>
        <Logout user={user} />
      </Notice>
    </main>
  );
}
