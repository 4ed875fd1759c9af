import type { SessionUser } from '@sheetwire/contract/accounts';
import type { ReactNode } from 'react';
import { pageConfig } from '#lib/config.ts';
import { Waiting } from '#ui/message.tsx';
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
  return known.state === 'licensed' ? children(known.user) : null;
}
