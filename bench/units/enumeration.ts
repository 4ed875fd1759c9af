import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { login } from '@sheetwire/contract/accounts';
import { resetPassword } from '@sheetwire/contract/accounts/own';
import { freePort } from '../../scripts/test/free-port.ts';
import { Child, cores } from '../lib/child.ts';
import { type Figure, median } from '../lib/figures.ts';
import { short, shuffled } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';

const NAMES = 50;
const TRIES = 10;
/** Requests between two moves of the clock: fewer than any throttle bears. */
const PER_MOVE = 10;

type Kind = 'known' | 'unknown';
type What = 'login' | 'reset';

interface Attempt {
  readonly kind: Kind;
  readonly what: What;
  readonly n: number;
}

/** Times of one round, in ms, by what was asked, of whom, and in which half of the names. */
type Times = Map<string, number[]>;

/** Fifty known and fifty unknown names, ten tries of login and of reset, interleaved: the same answer in the same time. */
export async function enumeration({ rounds }: Plan): Promise<Figure[]> {
  await using portal = await startPortal();
  const answers: Record<What, Set<string>> = { login: new Set(), reset: new Set() };
  await round(portal, answers);
  const all: Times[] = [];
  for (let n = 0; n < rounds; n++) all.push(await round(portal, answers));
  return (['login', 'reset'] as const).flatMap((what) => [
    timeFigure(what, all),
    { id: `enumeration, different answers of ${what}`, unit: 'count', values: [answers[what].size] },
  ]);
}

interface Portal extends AsyncDisposable {
  readonly port: number;
  readonly agent: Agent;
  moveClock(): Promise<void>;
}

async function startPortal(): Promise<Portal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-bench-'));
  const port = await freePort();
  const env = { SHEETWIRE_PORT: String(port), SHEETWIRE_DATA_DIR: dataDir };
  const main = join(import.meta.dirname, '../servers/identity-main.ts');
  const child = new Child(cores.server, [process.execPath, main, String(NAMES)], env);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await child.line(/^ready /);
  return {
    port,
    agent,
    async moveClock() {
      child.write('move');
      await child.line(/^moved$/);
    },
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await child.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function round(portal: Portal, answers: Record<What, Set<string>>): Promise<Times> {
  const times: Times = new Map();
  for (let tries = 0; tries < TRIES; tries++) {
    for (const [at, asked] of shuffled(everyone()).entries()) {
      if (at % PER_MOVE === 0) await portal.moveClock();
      const begun = performance.now();
      answers[asked.what].add(await ask(portal, asked));
      const key = keyOf(asked.what, asked.kind, asked.n % 2);
      times.set(key, [...(times.get(key) ?? []), performance.now() - begun]);
    }
  }
  return times;
}

function everyone(): Attempt[] {
  return Array.from({ length: NAMES }, (_, n) => n).flatMap((n) =>
    (['known', 'unknown'] as const).flatMap((kind) => (['login', 'reset'] as const).map((what) => ({ kind, what, n }))),
  );
}

/** The whole answer but its date. */
async function ask({ port, agent }: Portal, { kind, what, n }: Attempt): Promise<string> {
  const body =
    what === 'login'
      ? { user: `ACME/${kind}.${n}`, password: 'a wrong umbrella' }
      : { email: `${kind}.${n}@mail.example` };
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const path = what === 'login' ? login.path : resetPassword.path;
  const sent = request({ host: '127.0.0.1', port, path, agent, method: 'POST', headers }, (answer) => {
    const { date: _, ...kept } = answer.headers;
    buffer(answer).then(
      (bytes) => resolve(JSON.stringify([answer.statusCode, kept, bytes.toString()])),
      (error: unknown) => reject(error),
    );
  });
  sent.on('error', reject);
  sent.end(JSON.stringify(body));
  return promise;
}

/** How far the medians of all rounds are apart, as a factor of at least 1; the control is one half of the names to the other. */
function timeFigure(what: What, all: readonly Times[]): Figure {
  const of = (times: Times, kind: Kind, half?: number) =>
    (half === undefined ? [0, 1] : [half]).flatMap((one) => times.get(keyOf(what, kind, one)) ?? []);
  const pooled = (kind: Kind) => median(all.flatMap((times) => of(times, kind)));
  const byRound = all.map((times) => median(of(times, 'known')) / median(of(times, 'unknown')));
  const control = all.flatMap((times) =>
    (['known', 'unknown'] as const).map((kind) => median(of(times, kind, 0)) / median(of(times, kind, 1))),
  );
  const shown = (kind: Kind) => `${kind} ${short(pooled(kind))} ms`;
  const spread = (values: readonly number[]) => `${short(Math.min(...values))}-${short(Math.max(...values))}`;
  return {
    id: `enumeration, ${what}: known / unknown`,
    unit: 'ratio',
    values: [apart(pooled('known'), pooled('unknown'))],
    control,
    note: `${shown('known')}, ${shown('unknown')}, rounds ${spread(byRound)}, A/A ${spread(control)}`,
  };
}

function apart(one: number, other: number): number {
  return Math.max(one / other, other / one);
}

function keyOf(what: What, kind: Kind, half: number): string {
  return `${what} ${kind} ${half}`;
}
