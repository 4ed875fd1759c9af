import { timingSafeEqual } from 'node:crypto';
import { limits } from '@sheetwire/contract/limits';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '#lib/loopback.ts';
import { Refusal } from '#lib/refusal.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Stores } from '#ports/stores.ts';
import type { Metrics } from './metrics.ts';

export interface HealthDeps {
  readonly metrics: Metrics;
  readonly metricsToken: string;
  readonly health: () => Promise<Health>;
}

export interface LookDeps {
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly stores: Pick<Stores, 'check'>;
  readonly bus: Pick<Bus, 'check'>;
  readonly clock: Clock;
  /** Its viewers are being sent to other servers: it answers, and nobody new should come. */
  readonly isLeaving: () => boolean;
  /** It has not read again what it missed while the store was away: no stream begins here (decision 55). */
  readonly isCutOff: () => boolean;
}

interface Readiness {
  readonly store: boolean;
  readonly bus: boolean;
}

/** What of the server answers, and what follows from it. */
export interface Health extends Readiness {
  /** Whether new live streams are taken. */
  readonly streams: boolean;
  readonly status: 'ready' | 'degraded' | 'not ready' | 'stopping';
}

/** What machines ask to see how the server is. */
export const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** The answers to `probes` (interfaces 2). */
export function addHealth(app: FastifyInstance, deps: HealthDeps): void {
  app.get('/healthz', { exposeHeadRoute: true }, async () => ({ status: 'ok' }));
  app.get('/readyz', { exposeHeadRoute: true }, async (_, reply) => {
    const health = await deps.health();
    reply.code(health.status === 'ready' || health.status === 'degraded' ? 200 : 503);
    return health;
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, deps.metricsToken)) throw new Refusal('not_allowed', { message: howToRead });
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(deps.metrics.text());
  });
}

const howToRead =
  'From other machines and through proxies, /metrics needs Authorization: Bearer with the token of SHEETWIRE_METRICS_TOKEN';

/** How the server is; everybody who asks within a second shares one look. */
export function lookAtHealth(deps: LookDeps): () => Promise<Health> {
  const readiness = keptFor(deps, () => askReadiness(deps));
  return async () => {
    const parts = await readiness();
    const isLeaving = deps.isLeaving();
    const all = { ...parts, streams: !isLeaving && !deps.isCutOff() };
    return { status: isLeaving ? 'stopping' : statusOf(all), ...all };
  };
}

/**
 * Without the bus everything works, later on other servers: no reason to take every one of them away. Who is refused a
 * stream should come to another server, though (decision 55).
 */
function statusOf({ store, bus, streams }: Omit<Health, 'status'>): 'ready' | 'degraded' | 'not ready' {
  if (!store || !streams) return 'not ready';
  return bus ? 'ready' : 'degraded';
}

async function askReadiness({ log, stores, bus }: LookDeps): Promise<Readiness> {
  const isUp = async (part: keyof Readiness, check: Promise<void>) => {
    try {
      await within(limits.readinessWait, check);
      return true;
    } catch (error) {
      log.warn({ err: error, part }, part === 'bus' ? 'degraded' : 'not ready');
      return false;
    }
  };
  const [isStoreUp, isBusUp] = await Promise.all([isUp('store', stores.check()), isUp('bus', bus.check())]);
  return { store: isStoreUp, bus: isBusUp };
}

/** One look serves everybody who asks within a second: the address is public and the look is a write. */
function keptFor({ clock }: LookDeps, ask: () => Promise<Readiness>): () => Promise<Readiness> {
  let last: { at: number; answer: Promise<Readiness> } | undefined;
  return () => {
    const now = steadyTime(clock);
    if (last === undefined || Math.abs(now - last.at) >= limits.readinessKept) last = { at: now, answer: ask() };
    return last.answer;
  };
}

async function within(time: number, work: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error(`no response within ${time} ms`)), time);
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The token, or a caller on this machine that no proxy speaks for. */
function mayRead(request: FastifyRequest, token: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token !== '' && given !== undefined) return isEqual(given, token);
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return (
    isLoopback(peer) && request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined
  );
}

function isEqual(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
