import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { limits } from '@sheetwire/contract/limits';
import { parseUser, type User } from '@sheetwire/rules/principal';
import { patientTimers } from '#controls/testing/patient-timers.ts';
import { openDirectory } from '#directory/open-directory.ts';
import type { PasswordCost } from '#identity/passwords/passwords.ts';
import { openBus } from '#live/bus/open-bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Mail } from '#ports/mail/mailer.ts';
import type { Stores } from '#ports/stores.ts';
import type { Tracing } from '#ports/tracing.ts';
import { newAccount, type UserChange } from '#ports/users.ts';
import { FigureKeys } from '#secrets/figure-keys.ts';
import { parseSettings } from '#settings/settings.ts';
import { openStores } from '#storage/open-stores.ts';
import { keptThreads } from '#storage/testing/kept-threads.ts';
import { createApp } from '../app.ts';
import type { App } from '../assembly/app-deps.ts';

/** The whole product on a fresh embedded store, with a clock that the test moves. */
export interface TestApp {
  readonly app: App;
  readonly stores: Stores;
  readonly clock: { now(): number; move(ms: number): void };
  /** Every mail so far; waits for those that are due. */
  mails(): Promise<readonly Mail[]>;
  addUser(name: string, password: string, change?: UserChange): Promise<User>;
  stop(): Promise<void>;
}

const start = Date.UTC(2026, 10, 21, 9);
/** Quick: what is tested is who gets in, not how long a hash takes. */
const quickHashes: PasswordCost = { memory: 32, passes: 1, parallelism: 1 };
const template =
  '<!doctype html><title>{{title}}</title><script type="module" nonce="{{nonce}}" src="/assets/app-1a2b.js"></script><div>{{report}}</div>';

/** Opens no port; settings are given as their variables. With a database's address it is one server of several on it; a folder that is given goes with it. The store's clock is the server's unless another is given, and the server's stands unless it goes. */
export async function startTestApp(
  environment: Record<string, string> = {},
  {
    directoryEvery = limits.directory.every,
    databaseUrl = '',
    busUrl = '',
    passwordCost = quickHashes,
    chance = { bytes: (count: number): Uint8Array => randomBytes(count) },
    secretKey = randomBytes(32),
    dataDir = '',
    threads = keptThreads,
    storeClock = undefined as Clock | undefined,
    goes = false,
  } = {},
  tracing?: Tracing,
): Promise<TestApp> {
  const dir = dataDir === '' ? await mkdtemp(join(tmpdir(), 'sheetwire-app-')) : dataDir;
  let moved = 0;
  const clock = {
    now: () => (goes ? Date.now() : start) + moved,
    move: (ms: number) => {
      moved += ms;
    },
  };
  const parsed = parseSettings({
    SHEETWIRE_LOG_LEVEL: 'silent',
    SHEETWIRE_METRICS_TOKEN: 'figures',
    SHEETWIRE_DATA_DIR: dir,
    ...environment,
  });
  if ('faults' in parsed) throw new Error(parsed.faults.join('; '));
  const seals = new FigureKeys(secretKey);
  const stores = await openStores({ databaseUrl, dataDir: dir, clock: storeClock ?? clock, threads, seals });
  const sent: Mail[] = [];
  const bus = await openBus({ busUrl, databaseUrl, secretKey });
  const directory = await openDirectory(parsed.settings, { stores, bus, clock, chance, every: directoryEvery });
  const app = await createApp({
    host: 'reports-1',
    stores,
    clock,
    settings: parsed.settings,
    chance,
    bus,
    mailer: {
      way: 'queue',
      send: async (mail) => void sent.push(mail),
      check: async () => undefined,
      close: async () => undefined,
    },
    directory,
    secretKey,
    timers: patientTimers,
    passwordCost,
    webDir: await builtPages(dir),
    tracing,
  });
  return {
    app,
    stores,
    clock,
    mails: async () => {
      await app.mailing.background.settle();
      return sent;
    },
    addUser: (name, password, change) => addUser(app, clock.now(), { name, password, ...change }),
    stop: async () => {
      await app.close();
      await directory.close();
      await bus.close();
      await stores.close();
      await rm(dir, { recursive: true });
    },
  };
}

/** A browser that keeps its cookie and sends what a browser sends. */
export interface TestBrowser {
  cookie: string;
  call(path: string, body?: unknown): Promise<Record<string, unknown>>;
  post(
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Record<string, unknown>; headers: Record<string, unknown> }>;
}

export function browser({ app }: TestApp, address = '127.0.0.1'): TestBrowser {
  const made: TestBrowser = {
    cookie: '',
    call: async (path, body) => (await made.post(path, body)).body,
    async post(path, body) {
      const cookie = made.cookie === '' ? {} : { cookie: made.cookie };
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await app.fastify.inject({
        method: 'POST',
        url: `/api/v1/${path}`,
        remoteAddress: address,
        headers: { 'sec-fetch-site': 'same-origin', ...cookie, ...type },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      made.cookie = cookieAfter(made.cookie, answer.headers['set-cookie']);
      return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
    },
  };
  return made;
}

function cookieAfter(before: string, header: string | string[] | undefined): string {
  const set = Array.isArray(header) ? header.at(-1) : header;
  if (set === undefined) return before;
  return set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '');
}

/** A call of an add-in or program with its bearer. */
export async function withBearer({ app }: TestApp, bearer: string, { path, body }: { path: string; body: unknown }) {
  const answer = await app.fastify.inject({
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function addUser(
  { identity, reporting }: App,
  createdAt: number,
  { name, password, ...change }: UserChange & { readonly name: string; readonly password: string },
): Promise<User> {
  const user = parseUser(name);
  if (user === undefined) throw new Error(`${name} is no user`);
  const record = {
    ...newAccount({ name: user, email: `${user.replace('/', '.')}@example.com`, createdAt }),
    passwordHash: await identity.passwords.hash(password),
    ...change,
  };
  if (!(await identity.stores.users.create(record))) throw new Error(`${name} exists`);
  await reporting.accountsChanged();
  return user;
}

async function builtPages(dir: string): Promise<string> {
  const webDir = join(dir, 'web');
  const script = Buffer.from('export {};\n');
  await mkdir(join(webDir, 'assets'), { recursive: true });
  await mkdir(join(webDir, '.vite'));
  await writeFile(join(webDir, '.vite/manifest.json'), '{}');
  for (const page of ['index.html', 'api.html']) await writeFile(join(webDir, page), template);
  await writeFile(join(webDir, 'assets/app-1a2b.js'), script);
  await writeFile(join(webDir, 'assets/app-1a2b.js.br'), brotliCompressSync(script));
  await writeFile(join(webDir, 'assets/app-1a2b.js.map'), '{}');
  return webDir;
}
