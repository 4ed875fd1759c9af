import { limits } from '@sheetwire/contract/limits';
import type { Clock } from '#ports/clock.ts';
import type { FigureSeals } from '#ports/past/figure-seals.ts';
import type { Stores } from '#ports/stores.ts';
import type { Accesses } from './access.ts';
import { SqlBookStore } from './books/book-store.ts';
import { SqlControlStore } from './controls/control-store.ts';
import { SqlDirectoryStore } from './directory/directory-store.ts';
import { SqlGuardStore } from './guard/guard-store.ts';
import { SqlLinkedFileStore } from './linked-files/linked-file-store.ts';
import { numberedNames } from './one-name/numbered-names.ts';
import { SqlEmailKeyStore } from './people/email-keys.ts';
import { SqlIdentityLinkStore } from './people/identity-links.ts';
import { SqlOneTimeStore } from './people/one-time.ts';
import { SqlSeatStore } from './people/seats.ts';
import { SqlGuessStore } from './people/secret-guesses.ts';
import { SqlSessionStore } from './people/sessions.ts';
import { SqlSsoSessionStore } from './people/sso-sessions.ts';
import { SqlStoredInfoStore } from './people/stored-info.ts';
import { SqlThrottleStore } from './people/throttle.ts';
import { SqlTokenStore } from './people/tokens.ts';
import { SqlUserStore } from './people/users.ts';
import { SqlWaitingMailStore } from './people/waiting-mail.ts';
import { type Connections, openPostgres } from './postgres/open-postgres.ts';
import { SqlReportPast } from './reports/past/report-past.ts';
import { SqlVersionMarks } from './reports/past/version-marks.ts';
import { SqlReportLog } from './reports/report-log.ts';
import { SqlRetentionStore } from './reports/retention/retention-store.ts';
import { RowSeals } from './reports/sealed/row-seals.ts';
import { SqlAuditLog } from './rights/audit.ts';
import { SqlGroupStore } from './rights/groups.ts';
import { SqlPermsStore } from './rights/perms.ts';
import { SqlRightsChanges } from './rights/rights-changes.ts';
import { SqlSettingsBackups } from './settings-backups/settings-backup-store.ts';
import { SqlSnapshotSchedule } from './snapshots/snapshot-schedule-store.ts';
import { SqlSnapshotSettingStore } from './snapshots/snapshot-settings-store.ts';
import { SqlSnapshotStore } from './snapshots/snapshot-store.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import { newThreads, type WriterThreads } from './sqlite/writer-threads.ts';

export interface StoreOptions {
  /** `postgres://…`, or empty for the embedded store in the data directory. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** The store's clock; left out it is the system's, or PostgreSQL's own. */
  readonly clock?: Clock;
  /** Told of faults that no caller waits for: an idle connection that broke, a keyframe that could not be written. */
  readonly onFault?: (error: unknown) => void;
  /** Where the embedded store's writer runs; left out it is a thread of its own. */
  readonly threads?: WriterThreads;
  /** Left out, versions are not signed: for what publishes nothing. */
  readonly seals?: FigureSeals;
  /** How many connections PostgreSQL is asked for, by what they are for; left out it is what the product asks for. */
  readonly connections?: Connections;
}

/** Opens the store that the settings name, brought up to date; throws StoreInUse when another server holds it. */
export async function openStores(options: StoreOptions): Promise<Stores> {
  const onFault = options.onFault ?? ((error) => process.emitWarning(`store: ${String(error)}`));
  const { databaseUrl: url, clock, connections } = options;
  const seals = options.seals && new RowSeals(options.seals);
  if (isPostgres(url)) return storesOn(await openPostgres({ url, clock, onFault, connections }), onFault, seals);
  const access = await openSqlite(options.dataDir, clock ?? { now: () => Date.now() }, options.threads ?? newThreads);
  return storesOn({ reports: access, people: access }, onFault, seals);
}

/** True when the settings name a PostgreSQL server. */
export function isPostgres(databaseUrl: string): boolean {
  return /^postgres(ql)?:\/\//.test(databaseUrl);
}

/** Every store over the ways to its database. */
export function storesOn(
  { reports: access, people }: Accesses,
  onFault: (error: unknown) => void,
  seals: RowSeals | undefined,
): Stores {
  let closing: Promise<void> | undefined;
  const reports = new SqlReportLog(access, onFault, seals);
  return {
    reports,
    past: new SqlReportPast(access, reports, seals),
    marks: new SqlVersionMarks(access, reports.urgent, seals),
    retention: new SqlRetentionStore(access),
    snapshots: new SqlSnapshotStore(access),
    snapshotSettings: new SqlSnapshotSettingStore(access),
    snapshotSchedule: new SqlSnapshotSchedule(access, reports),
    users: new SqlUserStore(people),
    sessions: new SqlSessionStore(people),
    seats: new SqlSeatStore(people),
    storedInfo: new SqlStoredInfoStore(people),
    tokens: new SqlTokenStore(people),
    emailKeys: new SqlEmailKeyStore(people),
    throttle: new SqlThrottleStore(people),
    secretGuesses: new SqlGuessStore(people),
    identityLinks: new SqlIdentityLinkStore(people),
    ssoSessions: new SqlSsoSessionStore(people),
    oneTime: new SqlOneTimeStore(people),
    waitingMails: new SqlWaitingMailStore(people),
    perms: new SqlPermsStore(access),
    groups: new SqlGroupStore(access),
    rightsChanges: new SqlRightsChanges(access),
    audit: new SqlAuditLog(access),
    settingsBackups: new SqlSettingsBackups(access),
    directory: new SqlDirectoryStore(access),
    controls: new SqlControlStore(access),
    linkedFiles: new SqlLinkedFileStore(access),
    books: new SqlBookStore(access),
    guard: new SqlGuardStore(access),
    numberedNames: () => numberedNames(access.db, limits.store.namesTold),
    now: () => access.now(),
    ...(access.presence && { presence: access.presence }),
    check: () => access.write('checkHealth', {}),
    backup: (file) => access.backup(file),
    close() {
      closing ??= reports.close().then(() => access.close());
      return closing;
    },
  };
}
