import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#lib/actor.ts';
import { uncounted, type WorkShare } from '#lib/work-budget.ts';
import { clientAddress } from './client-address.ts';
import type { Request } from './route.ts';

interface Facts {
  readonly actor: Actor | undefined;
  readonly sessionId: string | undefined;
  readonly query: unknown;
}

/** What a handler sees of Fastify's request. */
export class HandlerRequest implements Request {
  readonly actor: Actor | undefined;
  readonly sessionId: string | undefined;
  readonly query: unknown;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  #abort: AbortController | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, facts: Facts) {
    this.#request = request;
    this.#reply = reply;
    this.actor = facts.actor;
    this.sessionId = facts.sessionId;
    this.query = facts.query;
  }

  get address(): string {
    return clientAddress(this.#request.ip);
  }

  get work(): WorkShare {
    return this.#request.work ?? uncounted;
  }

  get peer(): string {
    return this.#request.socket.remoteAddress ?? '';
  }

  get params(): Readonly<Record<string, string>> {
    const params: unknown = this.#request.params;
    if (typeof params !== 'object' || params === null) return {};
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  }

  /** Aborted when the client goes away before the answer is complete. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      const { raw } = this.#reply;
      const gone = () => {
        if (!raw.writableFinished) abort.abort();
      };
      if (raw.destroyed) gone();
      else raw.once('close', gone);
      this.#abort = abort;
    }
    return this.#abort.signal;
  }

  header(name: string): string | undefined {
    return firstHeader(this.#request.headers[name.toLowerCase()]);
  }

  answerHeader(name: string, value: string): void {
    this.#reply.header(name, value);
  }
}

/** The first value of a header that may have been sent twice. */
export function firstHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
