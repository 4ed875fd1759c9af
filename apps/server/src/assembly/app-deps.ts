import type { FastifyInstance } from 'fastify';
import type { Timers } from '#controls/timers.ts';
import type { Metrics } from '#http/figures/metrics.ts';
import type { Route } from '#http/route.ts';
import type { AccountMailDeps } from '#identity/account-mail/emailed-keys.ts';
import type { Identity } from '#identity/identity.ts';
import type { PasswordCost } from '#identity/passwords/passwords.ts';
import type { SnapshotScheduler } from '#jobs/snapshots/scheduler.ts';
import type { Bus } from '#ports/bus.ts';
import type { Chance, Clock } from '#ports/clock.ts';
import type { Directory } from '#ports/directory.ts';
import type { Mailer } from '#ports/mail/mailer.ts';
import type { Stores } from '#ports/stores.ts';
import type { Tracing } from '#ports/tracing.ts';
import type { Settings } from '#settings/settings.ts';
import type { Reporting } from './reporting.ts';

/** Everything that main chooses. */
export interface AppDeps {
  readonly stores: Stores;
  readonly bus: Bus;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly mailer: Mailer;
  readonly directory: Directory;
  /** The server's own key. */
  readonly secretKey: Uint8Array;
  /** The name of this machine, by which admins tell servers apart. */
  readonly host: string;
  /** The process's own, but for tests. */
  readonly timers?: Timers;
  /** What password hashes take; left out it is what the product asks for. */
  readonly passwordCost?: PasswordCost;
  /** Left out nothing is traced. */
  readonly tracing?: Tracing | undefined;
  /** The built pages; undefined serves the calls alone. */
  readonly webDir: string | undefined;
}

/** The assembled product; no port is open yet. */
export interface App {
  readonly fastify: FastifyInstance;
  /** Every call that it serves. */
  readonly routes: readonly Route[];
  readonly identity: Identity;
  readonly mailing: AccountMailDeps;
  readonly reporting: Reporting;
  readonly snapshots: SnapshotScheduler;
  readonly metrics: Metrics;
  /** Ends streams, finishes what is under way and stops; stores and bus stay with their maker. */
  close(): Promise<void>;
}
