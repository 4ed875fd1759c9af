import type { User } from '@sheetwire/rules/principal';
import type { Bus } from '#ports/bus.ts';
import type { Chance, Clock } from '#ports/clock.ts';
import type { Directory } from '#ports/directory.ts';
import type { Stores } from '#ports/stores.ts';
import type { Settings } from '#settings/settings.ts';
import type { WaysIn } from './operator/first-password.ts';
import { PasswordPolicy } from './password-policy/password-policy.ts';
import { type PasswordCost, Passwords } from './passwords/passwords.ts';
import type { TokenDeps } from './sessions/add-in-tokens.ts';
import { Lines } from './sessions/lines.ts';
import { makeSeats, type Seats } from './sessions/seats.ts';
import type { ExternalSignInDeps } from './sign-in/external-sign-in.ts';
import { LoginThrottle } from './sign-in/login-throttle.ts';

export interface IdentityDeps {
  readonly stores: Stores;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly settings: Pick<
    Settings,
    'superAdmins' | 'licenseSeats' | 'passwordLength' | 'breachedList' | 'productName' | 'company' | 'entities'
  > &
    WaysIn;
  readonly directory: Directory;
  /** The server's own key. */
  readonly secretKey: Uint8Array;
  /** What hashes take; left out it is what the product asks for. */
  readonly passwordCost?: PasswordCost | undefined;
  readonly onFault: (error: unknown) => void;
  /** Told in words what an operator may want to know. */
  readonly note?: (line: string) => void;
}

/** Everything that knows who a caller is; the sign-in modes are functions over it. */
export interface Identity extends ExternalSignInDeps, TokenDeps {
  readonly stores: Stores;
  readonly lines: Lines;
  readonly seats: Seats;
  readonly passwords: Passwords;
  readonly isSuperAdmin: (user: User) => boolean;
  readonly policy: PasswordPolicy;
  readonly secretKey: Uint8Array;
  readonly waysIn: WaysIn;
}

/** One identity for a server. */
export function createIdentity(deps: IdentityDeps): Identity {
  const { stores, bus, clock, chance, settings, directory, secretKey, onFault } = deps;
  const superAdmins = new Set<User>(settings.superAdmins);
  const isSuperAdmin = (user: User) => superAdmins.has(user) || directory.isSuperAdmin(user);
  const note = deps.note ?? (() => undefined);
  const seats = makeSeats({ ...stores, store: stores.seats, bus, clock, onFault, note }, settings.licenseSeats);
  return {
    stores,
    clock,
    chance,
    seats,
    isSuperAdmin,
    directory,
    secretKey,
    entities: settings.entities,
    waysIn: settings,
    policy: new PasswordPolicy({
      least: settings.passwordLength,
      ofPortal: [settings.productName, settings.company],
      breachedList: settings.breachedList,
      onFault,
    }),
    lines: new Lines({ stores, bus, clock, seats, isSuperAdmin, onFault }),
    passwords: new Passwords(chance, deps.passwordCost),
    throttle: new LoginThrottle(stores.throttle, clock),
  };
}
