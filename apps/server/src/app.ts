import { availableParallelism } from 'node:os';
import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { FastifyInstance } from 'fastify';
import { accountRoutes } from '#areas/accounts/routes.ts';
import { adminRoutes } from '#areas/admin/routes.ts';
import { RecentDurations } from '#areas/server/recent-durations.ts';
import { serverRoutes } from '#areas/server/routes.ts';
import { tokenRoutes } from '#areas/tokens/routes.ts';
import { LiveBooks } from '#books/live-books.ts';
import { directoryEffects } from '#directory/directory-effects.ts';
import { sessionCookie } from '#http/cookie.ts';
import { createServer } from '#http/create-server.ts';
import { lookAtHealth } from '#http/figures/health.ts';
import { Metrics } from '#http/figures/metrics.ts';
import type { GuardDeps } from '#http/guard.ts';
import { addLinkedFiles } from '#http/linked-files/linked-files.ts';
import { addOpenApi } from '#http/openapi/openapi.ts';
import { assertAllServed, registerRoutes } from '#http/register-routes.ts';
import type { Route } from '#http/route.ts';
import { addSingleSignOn } from '#http/sso/sso-pages.ts';
import { Background } from '#identity/account-mail/background.ts';
import type { AccountMailDeps } from '#identity/account-mail/emailed-keys.ts';
import { linkBase } from '#identity/account-mail/links.ts';
import { createIdentity, type Identity } from '#identity/identity.ts';
import { Lanes } from '#identity/lanes.ts';
import { openSingleSignOn } from '#identity/oidc/single-sign-on.ts';
import { type OpenStreams, startStreamKeeper } from '#identity/sessions/stream-keeper.ts';
import { startSweeper } from '#identity/sessions/sweeper.ts';
import type { SignInModes } from '#identity/sign-in/sign-in-modes.ts';
import { openWindowsSignIn } from '#identity/windows/open-windows-sign-in.ts';
import { startKeepingHistory } from '#jobs/keep-history.ts';
import { startKeepingSettings } from '#jobs/settings-backups/keep-settings.ts';
import type { SnapshotScheduler } from '#jobs/snapshots/scheduler.ts';
import type { Actor } from '#lib/actor.ts';
import { Callers } from '#lib/callers.ts';
import { WorkBudget } from '#lib/work-budget.ts';
import { viewOf } from '#policies/viewing.ts';
import { type CleanPool, createCleanPool } from '#report/clean/pool.ts';
import { makeCleaner } from '#report/make-cleaner.ts';
import type { App, AppDeps } from './assembly/app-deps.ts';
import { reportingTimes } from './assembly/figures.ts';
import { peopleRoutes } from './assembly/people-routes.ts';
import { Reporting } from './assembly/reporting.ts';
import type { ReportingDeps } from './assembly/reporting-deps.ts';
import { makeSnapshotting } from './assembly/snapshotting.ts';
import { tracedCleaner, tracedStores } from './assembly/traced.ts';
import { addWatching } from './assembly/watching.ts';
import { addWeb } from './assembly/web.ts';
import { officeProgram } from './settings/office-program.ts';
import type { Settings } from './settings/settings.ts';

const bytesPerMib = 1024 * 1024;

/** Assembles the areas into one Fastify instance; opens no port. */
export function createApp(deps: AppDeps): Promise<App> {
  const { stores, tracing } = deps;
  return assembled(tracing ? { ...deps, stores: tracedStores(stores, tracing) } : deps);
}

async function assembled(deps: AppDeps): Promise<App> {
  const { settings, tracing } = deps;
  const app = createServer({ ...settings, tracing });
  const onFault = (error: unknown) => app.log.error({ err: error }, 'a background task failed');
  const identity = createIdentity({ ...deps, onFault, note: (line) => app.log.info(line) });
  const pool = createCleanPool({ size: Math.min(limits.cleanThreads, availableParallelism()) });
  const callers = new Callers(identity.lines);
  const metrics = new Metrics();
  const times = reportingTimes(metrics);
  const reporting = makeReporting(deps, pool, { times, onFault, isSuperAdmin: identity.isSuperAdmin, callers });
  const snapshotting = makeSnapshotting({ ...deps, reporting, onFault });
  const guard = guardDeps(settings, identity);
  const mailing = mailingOf(deps, app, onFault);
  const { hub } = reporting;
  const health = lookAtHealth({ ...deps, log: app.log, isLeaving: () => hub.isLeaving, isCutOff: () => hub.isCutOff });
  const modes = await openModes(settings, identity, guard, (line) => app.log.warn(line));
  const routes = [
    ...allAccountRoutes(identity, guard, { ...mailing, ...modes }),
    ...peopleRoutes(deps, { identity, mailing, reporting, modes, snapshots: snapshotting.scheduler }),
    ...adminRoutes({
      ...deps,
      rights: reporting.viewing.rights,
      tellRights: (gropic) => reporting.tellRights(gropic),
      onTold: (listener) => reporting.adminNews.onTold(listener),
      isSuperAdmin: identity.isSuperAdmin,
      hasViewSecret: (topic) => typeof reporting.engine.head(topic)?.viewSecret === 'string',
    }),
    ...reporting.routes,
    ...snapshotting.routes,
    ...serverRoutes({ ...deps, metrics, recent: recentDurations(app, metrics), health }),
  ];
  const budgets = openBudgets(settings, metrics);

  addWatching(app, { ...deps, metrics, health }, { identity, reporting, snapshots: snapshotting.scheduler });
  assertAllServed(routes);
  registerRoutes(app, { ...guard, ...budgets }, routes);
  if (modes.sso) addSingleSignOn(app, guard, modes.sso);
  addOpenApi(app, routes, settings.productName);
  addLinkedFiles(app, { ...guard, ...linkedFilesOf(deps, reporting) });
  await addWeb(app, deps, { guard, reporting });

  identity.lines.onEnded((ended) => {
    if ('user' in ended) reporting.userEnded(ended.user, ended.what);
    else reporting.lineEnded(ended.lineHash);
  });
  identity.lines.onUserChanged((user) => void reporting.accountsChanged(user).catch(onFault));
  await reporting.start();
  const snapshots = snapshotting.scheduler;
  app.addHook('preClose', startWork({ deps, app, identity, reporting, snapshots, metrics, onFault }));
  // After the last answer: a publish under way is still cleaned, numbered and written.
  app.addHook('onClose', async () => {
    await reporting.close();
    await pool.close();
    await mailing.background.settle();
    await identity.policy.close();
    await identity.lines.settle();
    await identity.seats.settle();
  });
  return { fastify: app, routes, identity, mailing, reporting, snapshots, metrics, close: () => app.close() };
}

function recentDurations(app: FastifyInstance, metrics: Metrics): RecentDurations {
  const recent = new RecentDurations(metrics);
  const stop = recent.start();
  app.addHook('onClose', async () => stop());
  return recent;
}

interface Work {
  readonly deps: AppDeps;
  readonly app: FastifyInstance;
  readonly identity: Identity;
  readonly reporting: Reporting;
  readonly snapshots: SnapshotScheduler;
  readonly metrics: Metrics;
  readonly onFault: (error: unknown) => void;
}

/** What goes on beside the answers; the returned function ends it, and every stream. */
function startWork({ deps, app, identity, reporting, snapshots, metrics, onFault }: Work): () => Promise<void> {
  const say = (level: 'info' | 'warn', line: string) => app.log[level](line);
  deps.directory.start(directoryEffects({ identity, rightsChanged: () => reporting.readRights(), say, onFault }));
  const stopSweeper = startSweeper({ ...deps, seats: identity.seats }, onFault);
  const history = startKeepingHistory(deps, onFault);
  metrics.gauge('history_bytes', 'Bytes used by the versions of reports.', () => history.bytes() ?? []);
  const stopKeeping = startKeepingSettings(deps, onFault);
  snapshots.wake();
  const keeper = startStreamKeeper(identity.lines, streamsOf(reporting), onFault);
  reporting.hub.onOpened = (stream) => keeper.opened(stream.owner);
  identity.lines.onUserChanged((user) => keeper.changed(user));
  deps.bus.onGap(() => keeper.look());
  const missed = (whose: User | 'any') => {
    if (whose !== 'any') return identity.lines.missedUser(whose);
    identity.lines.forgetAll();
    keeper.look();
  };
  reporting.onMissed = {
    rights(part) {
      if (typeof part === 'object' && 'user' in part) missed(part.user);
      if (part === 'accounts' || part === 'all') missed('any');
    },
    ended: missed,
  };
  deps.stores.presence?.onChange((isThere) => {
    app.log.warn(isThere ? 'the store is responding again' : 'the store is not responding: viewers are disconnected');
    identity.lines.forgetAll();
    // What was asked of it before it went away may have been done since.
    if (isThere) keeper.look();
  });
  return async () => {
    stopSweeper();
    keeper.stop();
    // Viewers go to another server at once, however long what is under way takes to end.
    await Promise.all([reporting.endStreams(), snapshots.stop(), history.stop(), stopKeeping()]);
  };
}

/** The ways in beside the password, as the settings have them. */
async function openModes(settings: Settings, identity: Identity, guard: GuardDeps, warn: (line: string) => void) {
  const windows = await openWindowsSignIn(settings, { identity, ...guard, log: warn });
  return { sso: openSingleSignOn({ ...identity, settings, cookie: guard.cookie, warn }), windows };
}

function mailingOf(deps: AppDeps, app: FastifyInstance, onFault: (error: unknown) => void): AccountMailDeps {
  const { settings, mailer, chance } = deps;
  const listening = () => {
    const address = app.server.address();
    return typeof address === 'object' && address !== null ? address : undefined;
  };
  const base = () => linkBase(settings, listening());
  return { mailer, productName: settings.productName, linkBase: base, background: new Background({ chance, onFault }) };
}

function makeReporting(
  deps: AppDeps,
  pool: CleanPool,
  given: Pick<ReportingDeps, 'times' | 'onFault' | 'isSuperAdmin' | 'callers'>,
): Reporting {
  const { settings } = deps;
  return new Reporting({
    ...deps,
    cleaner: deps.tracing ? tracedCleaner(makeCleaner(pool), deps.tracing) : makeCleaner(pool),
    books: new LiveBooks({ ...deps, store: deps.stores.books, memory: settings.valuesCacheMib * bytesPerMib }),
    limits: {
      bytes: settings.maxReportMib * bytesPerMib,
      pages: settings.maxPages,
      cells: settings.maxCells,
      metadataBytes: limits.maxMetadata,
    },
    unadministered: settings.unadministered,
    kept: settings,
    publishRate: settings.maxPublishRate,
    maxBody: maxBodyOf(settings),
    office: () => officeProgram(settings),
    ...given,
  });
}

/** Bytes of an unpacked publish. */
function maxBodyOf({ maxReportMib }: Settings): number {
  return maxReportMib * bytesPerMib + limits.maxMetadata + limits.publishOverhead;
}

/** Room for some of the largest publishes at once, whatever their size is set to. */
function openBudgets(settings: Settings, metrics: Metrics) {
  const budget = roomFor(maxBodyOf(settings) * (1 + limits.work.parsed));
  const answers = roomFor(maxBodyOf(settings));
  metrics.gauge('work_bytes', 'Bytes of request bodies being received, unpacked and parsed.', () => budget.taken);
  metrics.gauge(
    'answer_bytes',
    'Bytes of long responses that are on their way to one caller each.',
    () => answers.taken,
  );
  return { budget, answers };
}

/** Room for some of the largest bodies or answers at once: a report is as long as its publish. */
function roomFor(largest: number): WorkBudget {
  const { server, caller, strangers, bodies } = limits.work;
  return new WorkBudget({
    server: Math.max(server, bodies.server * largest),
    caller: Math.max(caller, bodies.caller * largest),
    strangers,
  });
}

function guardDeps(settings: Settings, { lines }: Identity): GuardDeps {
  const publicOrigin = settings.publicUrl === '' ? undefined : new URL(settings.publicUrl).origin;
  return {
    identify: lines,
    cookie: sessionCookie(settings.insecureHttp && publicOrigin?.startsWith('https:') !== true),
    own: { publicOrigin, listenHost: settings.host },
  };
}

function streamsOf({ hub }: Reporting): OpenStreams {
  return {
    owners: () => [...hub.streams()].map((stream) => stream.owner),
    ownersOf: (user) => hub.streamsOf(user).map((stream) => stream.owner),
    stays: (lineHash, { blockAdminPage }) => {
      for (const stream of hub.streamsOfLine(lineHash)) stream.isAdminBlocked = blockAdminPage;
    },
    end: (lineHash, reason) => {
      for (const stream of hub.streamsOfLine(lineHash)) hub.end(stream, reason);
    },
  };
}

function allAccountRoutes(identity: Identity, { cookie }: GuardDeps, mailing: AccountMailDeps & SignInModes): Route[] {
  const { atOnce: width, waiting } = limits.keyLooks;
  const account = {
    cookie,
    users: identity.stores.users,
    keyLooks: new Lanes({ width, waiting }),
    passwordTurns: new Lanes({ width: 1, waiting: limits.passwordCheck.perUser }),
  };
  return [...accountRoutes({ ...identity, ...mailing, ...account }), ...tokenRoutes({ ...identity, ...mailing })];
}

/** Files have the rights of their report (semantics 2). */
function linkedFilesOf({ stores }: AppDeps, { engine, viewing }: Reporting) {
  return {
    files: stores.linkedFiles,
    mayView: (actor: Actor, topic: Topic) => {
      const head = engine.head(topic);
      return head?.isLive === true && viewOf(viewing, { head, actor, viewSecret: undefined }).mayView;
    },
  };
}
