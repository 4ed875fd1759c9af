import type { SessionUser } from '@sheetwire/contract/accounts';
import { useStore } from 'zustand';
import type { SessionState } from '#features/session/session-state.ts';
import { useServices } from '#services.ts';

/** Who the visitor is, as far as it is known. */
export function useSession(): SessionState {
  return useStore(useServices().session.store);
}

/** The known user, licensed or not. */
export function useKnownUser(): SessionUser | undefined {
  const known = useSession();
  return 'user' in known ? known.user : undefined;
}

/** What the page waits for, in the words of spec 2; undefined once it waits no more. */
export function waitingText(known: SessionState): string | undefined {
  switch (known.state) {
    case 'unknown':
    case 'signed-out':
      return 'Authenticating User...';
    case 'unlicensed':
      return `Acquiring license for ${known.user.user}...`;
    case 'licensed':
      return undefined;
  }
}
