import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Caller, createCaller } from '@sheetwire/client/caller';
import { login } from '@sheetwire/contract/accounts';
import { newApiKey } from '@sheetwire/contract/tokens';
import { controlSocketPath, sendCommand } from '@sheetwire/server/identity/operator/control-socket';
import { programToRun } from '../../apps/cli/bin/built.js';
import { freePort } from '../../scripts/test/free-port.ts';
import { endProgram, outputUntilReady, startProgram } from '../../scripts/test/program.ts';
import { endsWithFile } from './left-over.ts';
import { witnessLog } from './witness.ts';

const root = join(import.meta.dirname, '../..');
const serverMain = new URL('../../apps/server/src/main.ts', import.meta.url);
const LOG_KEPT = 20_000;
const password = 'correct horse battery staple';

/** The portal as an operator starts it, in a process of its own on this machine. */
export interface Portal {
  readonly url: string;
  readonly pid: number;
  /** The newest lines that it wrote. */
  log(): string;
  readonly dataDir: string;
  /** Of every user that is made here. */
  readonly password: string;
  /** Makes a user as the operator; answers the password. */
  addUser(name: string): Promise<string>;
  /** A caller with an API key of this user, who is made when need be, and the key. */
  publisher(name: string): Promise<{ readonly call: Caller; readonly key: string }>;
  /** kill -9, at once, or the end by another signal; resolves when it has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts again on the same store and port; answers how long it took to be ready, in ms. */
  restart(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a portal on a fresh store, embedded unless a database is named, and resolves when it is ready. */
export async function startPortal(environment: Readonly<Record<string, string>> = {}): Promise<Portal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-e2e-'));
  const port = Number(environment.SHEETWIRE_PORT ?? (await freePort()));
  const env = {
    SHEETWIRE_LOG_LEVEL: 'warn',
    SHEETWIRE_PORT: String(port),
    SHEETWIRE_DATA_DIR: dataDir,
    ...environment,
  };
  let starting = startServer(env);
  const forget = endsWithFile(async () => {
    const started = await starting.catch(() => undefined);
    if (started) await endProgram(started, 'SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });
  let server = await starting;
  let log = '';
  const listen = () => {
    log = `${log}${outputUntilReady(server)}`;
    server.stdout?.on('data', (chunk) => {
      log = `${log}${chunk}`.slice(-LOG_KEPT);
    });
  };
  listen();
  const forgetLog = witnessLog(() => log);
  const url = `http://127.0.0.1:${port}`;
  const keys = new Map<string, string>();
  const portal: Portal = {
    url,
    dataDir,
    password,
    get pid() {
      return server.pid ?? 0;
    },
    log: () => log,
    async addUser(name) {
      const email = `${name.replace('/', '.')}@example.com`.toLowerCase();
      await makeUser(env, { user: name, email });
      return password;
    },
    async publisher(name) {
      const key = keys.get(name) ?? (await makeKey(portal, name));
      keys.set(name, key);
      return { key, call: createCaller({ baseUrl: url, headers: { authorization: `Bearer ${key}` } }) };
    },
    kill: (signal = 'SIGKILL') => endProgram(server, signal),
    async restart() {
      const from = performance.now();
      starting = startServer(env);
      server = await starting;
      listen();
      return performance.now() - from;
    },
    async stop() {
      forgetLog();
      await endProgram(server);
      await rm(dataDir, { recursive: true, force: true });
      forget();
    },
  };
  return portal;
}

/** Signs in as a browser would and answers the cookie. */
export async function signIn(portal: Portal, name: string): Promise<string> {
  const answer = await fetch(`${portal.url}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ user: name, password }),
  });
  const cookie = answer.headers.getSetCookie().at(-1)?.split(';')[0];
  if (!answer.ok || cookie === undefined) throw new Error(`${name} cannot sign in: ${await answer.text()}`);
  return cookie;
}

/** Through the socket of the server, as the command line does, which alone takes two programs for it. */
async function makeUser(
  env: Readonly<Record<string, string>> & { readonly SHEETWIRE_DATA_DIR: string },
  { user, email }: { readonly user: string; readonly email: string },
): Promise<void> {
  const place = controlSocketPath(env.SHEETWIRE_DATA_DIR);
  const answer = await sendCommand(place, { command: 'add', user, email, password });
  if (answer === undefined) await sheetwire(env, ['user', 'add', user, '--email', email, '--password-stdin'], password);
  else if (!isDone(answer)) throw new Error(`${user} was not made: ${JSON.stringify(answer)}`);
}

function isDone(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'outcome' in answer && answer.outcome === 'done';
}

async function makeKey(portal: Portal, name: string): Promise<string> {
  await portal.addUser(name);
  const headers = { cookie: await signIn(portal, name), 'sec-fetch-site': 'same-origin' };
  const { key } = await createCaller({ baseUrl: portal.url, headers })(newApiKey, { name: 'e2e' });
  return key;
}

function startServer(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const late = process.env.TEST_LATE === undefined ? [] : [`--import=${new URL('./late-answers.ts', import.meta.url)}`];
  return startProgram(process.execPath, [...late, fileURLToPath(programToRun(serverMain))], /^ready /m, env);
}

/** Runs the command line with a text on standard input; throws what it says when it fails. */
export async function sheetwire(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  input = '',
): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'apps/cli/bin/sheetwire.js'), ...args], {
    env: { ...process.env, ...env },
    cwd: root,
  });
  child.stdin.end(input);
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  if (code !== 0) throw new Error(`sheetwire ${args[0]} ended with ${code}: ${err}`);
  return out;
}
