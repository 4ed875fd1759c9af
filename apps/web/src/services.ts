import type { Caller } from '@sheetwire/client/caller';
import { createContext, useContext } from 'react';
import type { EmailConfirmation } from '#features/email-key/email-confirmation.ts';
import type { Session } from '#features/session/session.ts';
import type { Clock } from '#lib/clock.ts';
import type { LocalStore } from '#lib/local-store.ts';

/** What the address brought that must not stay in it: kept in memory for this page load alone. */
export interface Arrival {
  /** Of an emailed link to set a password. */
  readonly passwordKey: string | undefined;
  /** Why single sign-on sent the visitor to Login. */
  readonly signOnOutcome: string | undefined;
}

/** What pages and features need; made once in main.tsx and passed down, so that nothing reaches for a global. */
export interface Services {
  readonly call: Caller;
  readonly session: Session;
  readonly clock: Clock;
  readonly store: LocalStore;
  /** Of the link that opened this page, if it was one. */
  readonly emailConfirmation: EmailConfirmation;
  readonly arrival: Arrival;
  readonly browserId: string;
  readonly isMobile: boolean;
  readonly isRemote: boolean;
}

export const ServicesContext = createContext<Services | undefined>(undefined);

/** The services of the running app. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('Services are missing above this component');
  return services;
}
