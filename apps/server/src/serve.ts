import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { openDirectory } from '#directory/open-directory.ts';
import { listenFault } from '#http/listen-fault.ts';
import { controlSocketPath, isReadinessAsked, listenForCommands } from '#identity/operator/control-socket.ts';
import { runUserCommand } from '#identity/operator/user-command.ts';
import { messageOf } from '#lib/start-fault.ts';
import { openBus } from '#live/bus/open-bus.ts';
import { drainStreams } from '#live/drain.ts';
import { openMailer } from '#mail/open-mailer.ts';
import type { Chance, Clock } from '#ports/clock.ts';
import type { Stores } from '#ports/stores.ts';
import { FigureKeys } from '#secrets/figure-keys.ts';
import { keyBytes, loadSecretKey } from '#secrets/secret-key.ts';
import { makeDataDir } from '#storage/data-dir.ts';
import { numberedWords } from '#storage/one-name/numbered-names.ts';
import { openStores } from '#storage/open-stores.ts';
import { createApp } from './app.ts';
import type { App } from './assembly/app-deps.ts';
import { backupRunning, isBackup } from './backup/backup-command.ts';
import { productVersion } from './settings/product-version.ts';
import type { Settings } from './settings/settings.ts';
import type { TracingSettings } from './settings/tracing-settings.ts';
import { openTracing, type TracedServer } from './tracing/open-tracing.ts';

export interface ServeOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly webDir: string | undefined;
  /** Left out no traces are exported. */
  readonly tracing?: TracingSettings | undefined;
}

/** A server that listens. */
export interface Served {
  readonly url: string;
  readonly app: App;
  readonly stores: Stores;
  readonly secretKey: Uint8Array;
  /** Sends viewers to other servers, one after another, for as long as the settings say or until the signal. */
  drain(signal: AbortSignal): Promise<void>;
  /** Ends streams, answers what is under way, writes everything down. */
  close(): Promise<void>;
}

/** True once the pages were built. */
export function hasBuiltPages(webDir: string): boolean {
  return existsSync(join(webDir, 'index.html'));
}

/** Opens what the settings name, listens, and takes the owner's commands; a failed start leaves nothing open. */
export async function serve({ settings, clock, chance, webDir, tracing: traces }: ServeOptions): Promise<Served> {
  await using opened = new AsyncDisposableStack();
  // There is no log yet, and nothing to tell.
  let log: App['fastify']['log'] | undefined;
  const lateLog = { info: (line: string) => log?.info(line), warn: (line: string) => log?.warn(line) };
  const tracing = await openTracing(traces, tracedServer(settings), lateLog);
  opened.defer(() => tracing?.close());
  if (needsDataDir(settings)) makeDataDir(settings.dataDir);
  const secretKey = await loadSecretKey(settings);
  const seals = new FigureKeys(secretKey, settings.oldSecretKeys.map(keyBytes));
  // Until there is a log, a fault is a line of the start.
  const onFault = (error: unknown) =>
    log ? log.error({ err: error }, 'a background task failed') : void process.stderr.write(`${messageOf(error)}\n`);
  const { databaseUrl, dataDir, dbPublishing: publishing, dbReading: reading, dbSignIn: signIn } = settings;
  const stores = await openStores({
    databaseUrl,
    dataDir,
    seals,
    onFault,
    connections: { publishing, reading, signIn },
  });
  opened.defer(() => stores.close());
  const { busUrl } = settings;
  const bus = await openBus({ busUrl, databaseUrl, secretKey, onFault, now: () => clock.now() });
  opened.defer(() => bus.close());
  const mailer = await openMailer(settings, { stores, clock, chance, secretKey });
  opened.defer(() => mailer.close());
  const directory = await openDirectory(settings, { stores, bus, clock, chance });
  opened.defer(() => directory.close());
  const app = await createApp({
    stores,
    bus,
    settings,
    clock,
    chance,
    mailer,
    directory,
    secretKey,
    webDir,
    host: hostname(),
    tracing,
  });
  opened.defer(() => app.close());
  ({ log } = app.fastify);
  if (traces) log.info(`traces are sent to ${traces.url}`);
  for (const name of await stores.numberedNames()) app.fastify.log.warn(numberedWords(name));
  mailer.start(app.fastify.log);
  app.metrics.gauge('mails_waiting', 'Emails waiting to be sent.', () => mailer.waiting);
  if (settings.databaseUrl === '') opened.defer(await listenForOwner({ app, stores, clock, settings }));
  const address = await listen(app, settings);
  const ending = opened.move();
  const drain = (signal: AbortSignal) => drained({ app, settings, clock, chance }, signal);
  return { url: publicUrl(settings, address), app, stores, secretKey, drain, close: () => ending.disposeAsync() };
}

function tracedServer({ databaseUrl }: Settings): TracedServer {
  const system = databaseUrl === '' ? 'sqlite' : 'postgresql';
  return { version: productVersion(), host: hostname(), system };
}

interface Drained extends Pick<ServeOptions, 'settings' | 'clock' | 'chance'> {
  readonly app: App;
}

/** The one server of the embedded store has nobody to send its viewers to: they wait for it least when it is quick. */
async function drained({ app, settings, clock, chance }: Drained, signal: AbortSignal): Promise<void> {
  const { drainS, databaseUrl } = settings;
  const byDefault = databaseUrl === '' ? 0 : limits.drain.shared;
  const time = drainS === '' ? byDefault : drainS * SECOND;
  if (time === 0) return;
  const pause = (ms: number) => wait(ms, undefined, { signal });
  try {
    await drainStreams({ hub: app.reporting.hub, clock, chance, pause }, time);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const SECOND = 1000;

/** What stands in the way is told in a sentence. */
async function listen({ fastify }: App, { host, port }: Settings): Promise<string> {
  try {
    return await fastify.listen({ host, port, backlog: limits.backlog });
  } catch (error) {
    throw listenFault(error, { host, port });
  }
}

/** Takes the commands of who owns the data folder; ends with the answered function. */
function listenForOwner({ app, stores, clock, settings }: Owned): Promise<() => Promise<void>> {
  return listenForCommands(controlSocketPath(settings.dataDir), async (command) => {
    if (isReadinessAsked(command)) return (await app.fastify.inject('/readyz')).json();
    return isBackup(command) ? backupRunning({ stores, clock }, command.file) : runUserCommand(app.identity, command);
  });
}

interface Owned extends Pick<ServeOptions, 'settings' | 'clock'> {
  readonly app: App;
  readonly stores: Stores;
}

/** The embedded store, the server's own key and mails without a mail server lie there. */
function needsDataDir({ databaseUrl, secretKey, smtpUrl }: Settings): boolean {
  return databaseUrl === '' || secretKey === '' || smtpUrl === '';
}

function publicUrl({ publicUrl: configured }: Settings, address: string): string {
  return configured === '' ? address : new URL(configured).origin;
}
