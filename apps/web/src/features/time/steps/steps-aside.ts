import type { Send } from '@sheetwire/client/caller';
import type { Op } from '@sheetwire/contract/live';
import { unpackSteps } from './packed-steps.ts';
import type { StepsAnswer, StepsMessage, StepsRequest } from './steps-messages.ts';

/** The part of a worker that is used. */
export interface StepsWorker {
  postMessage(request: StepsRequest): void;
  listen(heard: { message(message: StepsMessage): void; error(): void }): void;
  terminate(): void;
}

export interface StepsAsideDeps {
  /** Undefined where there are no workers. */
  makeWorker(): StepsWorker | undefined;
  readonly send: Send;
}

/** One question that is asked aside: how it is sent, and the steps that came with its answer. */
export interface AsideQuestion {
  readonly send: Send;
  /** Undefined where the answer has them in its text, or has none. */
  steps(): readonly Op[] | undefined;
}

interface Asked {
  readonly question: StepsRequest & { readonly kind: 'ask' };
  readonly signal: AbortSignal | null | undefined;
  resolve(answer: StepsAnswer | Awaited<ReturnType<Send>>): void;
  reject(fault: Error): void;
}

/**
 * Asks for steps in a worker: while a hand moves through the past, answers come ten times a second, and the page's main
 * thread neither fetches nor reads them (time "Look"). Where there is no worker, or it fails, the page asks by itself.
 */
export class StepsAside {
  readonly #deps: StepsAsideDeps;
  readonly #asked = new Map<number, Asked>();
  #worker: StepsWorker | undefined;
  #isReady = false;
  #count = 0;

  constructor(deps: StepsAsideDeps) {
    this.#deps = deps;
  }

  /** Starts the worker; the answer ends it. */
  start(): () => void {
    const worker = this.#deps.makeWorker();
    this.#worker = worker;
    worker?.listen({ message: (message) => this.#hear(message), error: () => this.#fail() });
    return () => this.#fail();
  }

  /** For one question. */
  question(): AsideQuestion {
    let answer: StepsAnswer | undefined;
    return {
      send: async (url, init) => {
        const worker = this.#worker;
        if (!worker || !this.#isReady) return this.#deps.send(url, init);
        const came = await this.#ask(worker, url, init);
        if (!('steps' in came)) return came;
        answer = came;
        const headers = new Headers(came.headers.map(([name, value]): [string, string] => [name, value]));
        return { ok: came.ok, status: came.status, headers, text: async () => came.text };
      },
      steps: () => answer?.steps && unpackSteps(answer.steps),
    };
  }

  #ask(worker: StepsWorker, url: string, { signal, ...init }: RequestInit) {
    const id = ++this.#count;
    const question = { kind: 'ask', id, url, init } as const;
    const { promise, resolve, reject } = Promise.withResolvers<StepsAnswer | Awaited<ReturnType<Send>>>();
    const giveUp = () => {
      if (this.#asked.delete(id)) this.#worker?.postMessage({ kind: 'giveUp', id });
      reject(new Error('Given up'));
    };
    this.#asked.set(id, { question, signal, resolve, reject });
    if (signal?.aborted) giveUp();
    else worker.postMessage(question);
    signal?.addEventListener('abort', giveUp);
    return promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  #hear(message: StepsMessage): void {
    if (message.kind === 'ready') {
      this.#isReady = true;
      return;
    }
    const asked = this.#asked.get(message.id);
    this.#asked.delete(message.id);
    if (message.kind === 'answer') asked?.resolve(message.answer);
    else asked?.reject(new TypeError(message.words));
  }

  /** What it was asked is asked without it: to look at the past changes nothing, so it may be asked twice. */
  #fail(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#isReady = false;
    const open = [...this.#asked.values()];
    this.#asked.clear();
    for (const { question, signal, resolve, reject } of open)
      this.#deps.send(question.url, { ...question.init, ...(signal && { signal }) }).then(resolve, reject);
  }
}
