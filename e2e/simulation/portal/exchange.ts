import type { Caller } from '@sheetwire/client/caller';
import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import { readRefusal } from '@sheetwire/client/refusal';
import type { Call } from '@sheetwire/contract/call';
import { parseOutput } from '@sheetwire/contract/parse-output';
import { addresseeOf } from '@sheetwire/rules/addressee';
import { branded } from '@sheetwire/rules/name';
import { asRefusal } from '@sheetwire/server/http/error-handler';
import type { Request, Wire } from '@sheetwire/server/http/route';
import type { Actor } from '@sheetwire/server/lib/actor';
import { Refusal, refusalBody } from '@sheetwire/server/lib/refusal';
import { uncounted } from '@sheetwire/server/lib/work-budget';
import type { Machine } from '../world/machine.ts';
import type { World } from '../world/world.ts';
import type { Road } from './road.ts';
import type { Running, SimServer } from './server.ts';

/** Who calls, and from where. */
export interface SimClient {
  readonly machine: Machine;
  readonly actor: Actor;
  readonly road: Road;
}

/** A signed-in browser, or the program of a publisher. */
export function actorOf(user: string, line: string, kind: Actor['kind'] = 'session'): Actor {
  const name = branded<'User'>(user);
  return {
    user: name,
    addressee: addresseeOf(name),
    kind,
    method: kind === 'session' ? 'password' : null,
    ...{ isSuperAdmin: user === 'ACME/super', blockAdminPage: false, deepLog: false, hasLicense: true },
    addinVersion: null,
    bearerId: kind === 'session' ? null : line,
    sessionHash: kind === 'session' ? line : null,
    lineHash: line,
  };
}

/** The servers in turn, as by a balancer that never repeats a call: a refused connection goes to the next. */
export class Balancer {
  readonly #servers: readonly SimServer[];
  #turn = 0;

  constructor(servers: readonly SimServer[]) {
    this.#servers = servers;
  }

  next(): SimServer | undefined {
    for (let tries = 0; tries < this.#servers.length; tries++) {
      const server = this.#servers[this.#turn++ % this.#servers.length];
      if (server?.running) return server;
    }
    return undefined;
  }
}

interface Answered {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
  /** Whole seconds of the server's time of day. */
  readonly date: number;
}

/** The calls of one client, through the balancer to the product's own handlers. */
export function simCaller(world: World, balancer: Balancer, client: SimClient): Caller {
  return async (call, input, options = {}) => {
    options.signal?.throwIfAborted();
    const sent = JSON.stringify(input);
    const answer = await exchanged(world, balancer, { client, call, sent, signal: options.signal });
    if (answer.status !== 200) {
      const headers = new Headers(answer.retryAfter === null ? {} : { 'retry-after': answer.retryAfter });
      throw new CallError(readRefusal({ status: answer.status, headers }, answer.body));
    }
    options.onServerTime?.(answer.date);
    const output = parseOutput(call, JSON.parse(answer.body));
    if (output === undefined) throw new Error(`${call.path} answered something else: ${answer.body.slice(0, 200)}`);
    return output;
  };
}

interface Sent {
  readonly client: SimClient;
  readonly call: Call;
  readonly sent: string;
  readonly signal: AbortSignal | undefined;
}

/** One call there and back; what ends on the way is a failure of the network. */
function exchanged(world: World, balancer: Balancer, { client, call, sent, signal }: Sent): Promise<Answered> {
  const { machine, road } = client;
  const { scheduler } = world;
  return new Promise((resolve, reject) => {
    const gone = new AbortController();
    let forget: () => void = () => undefined;
    const end = (work: () => void) => {
      forget();
      signal?.removeEventListener('abort', onAbort);
      work();
    };
    const onAbort = () => {
      end(() => reject(signal?.reason));
      road.carry({ what: 'hang up', machine: undefined, run: () => gone.abort() });
    };
    const fail = (words: string) => {
      const run = () => end(() => reject(new NetworkFailure(new Error(words))));
      scheduler.plan({ after: 1, what: `${call.path} failed`, machine, run });
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    const server = balancer.next();
    const running = server?.running;
    if (!server || !running) {
      fail('nobody listens');
      return;
    }
    forget = server.onEnd(() => fail('the connection was reset'));
    const run = async () => {
      const answer = await handled(running, { client, call, sent, signal: gone.signal });
      const back = { ...answer, date: Math.floor(Date.now() / 1000) * 1000 };
      road.carry({ what: `${call.path} answer`, machine, run: () => end(() => resolve(back)) });
    };
    road.carry({ what: call.path, machine: running.machine, run });
  });
}

/** What the server answers, as its error handler would. */
async function handled(running: Running, { client, call, sent, signal }: Sent): Promise<Omit<Answered, 'date'>> {
  try {
    const route = running.routes.get(call);
    if (!route) throw new Refusal('not_found');
    const bytes = Buffer.from(sent);
    const body = { bytes, parse: (): unknown => JSON.parse(sent) };
    const request = requestOf(
      client,
      call.method === 'GET' ? JSON.parse(sent) : {},
      signal ?? new AbortController().signal,
    );
    const done = await route.run(body, request, noWire);
    if (done === undefined) throw new Error(`${call.path} answered on the wire`);
    const text = 'encodedBody' in done ? String(done.encodedBody) : JSON.stringify(done.json);
    return { status: 200, retryAfter: null, body: text };
  } catch (fault) {
    const refusal = asRefusal(fault);
    if (refusal.status === 500) running.onBroken(call.path, fault);
    const { retryAfter } = refusal.details;
    const body = JSON.stringify(refusalBody(refusal));
    return { status: refusal.status, retryAfter: retryAfter === undefined ? null : String(retryAfter), body };
  }
}

function requestOf({ actor }: SimClient, query: unknown, signal: AbortSignal): Request {
  return {
    ...{ actor, query, signal, address: '192.0.2.1', peer: '192.0.2.1', work: uncounted, params: {} },
    sessionId: undefined,
    header: () => undefined,
    answerHeader: () => undefined,
  };
}

/** Handlers that answer by themselves are not called here. */
const noWire: Wire = {
  get incoming(): never {
    throw new Error('there is no wire in a simulation');
  },
  get reply(): never {
    throw new Error('there is no wire in a simulation');
  },
};
