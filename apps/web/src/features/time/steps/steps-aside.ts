import type { Answer, Send } from '@sheetwire/client/caller';
import { NetworkFailure } from '@sheetwire/client/failures';
import type { Op } from '@sheetwire/contract/live';
import { type PackedSteps, unpackSteps } from './packed-steps.ts';
import type { StepsBody, StepsHead, StepsMessage, StepsRequest } from './steps-messages.ts';

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

interface Question {
  readonly url: string;
  readonly init: RequestInit;
  keep(steps: PackedSteps | undefined): void;
}

/** A question that waits for its answer, or for the rest of it. */
interface Asked {
  begin(head: StepsHead): void;
  end(body: StepsBody): void;
  fail(fault: Error): void;
  /** Without the worker. */
  askElsewhere(): void;
}

/**
 * Asks for steps in a worker: while a hand moves through the past, answers come ten times a second, and the page's main
 * thread neither fetches nor reads them (time 3). Where there is no worker, or it fails, the page asks by itself.
 */
export class StepsAside {
  readonly #deps: StepsAsideDeps;
  readonly #asked = new Map<number, Asked>();
  #worker: StepsWorker | undefined;
  /** One that failed is not tried again while the strip is open. */
  #mayStart = false;
  #isReady = false;
  #count = 0;

  constructor(deps: StepsAsideDeps) {
    this.#deps = deps;
  }

  /** The first question starts the worker from now on; the answer ends it. */
  start(): () => void {
    this.#mayStart = true;
    return () => this.#end();
  }

  /** For one question. */
  question(): AsideQuestion {
    let steps: PackedSteps | undefined;
    const keep = (came: PackedSteps | undefined) => {
      steps = came;
    };
    return {
      send: (url, init) => {
        this.#startOnce();
        const worker = this.#isReady ? this.#worker : undefined;
        return worker ? this.#ask(worker, { url, init, keep }) : this.#deps.send(url, init);
      },
      steps: () => steps && unpackSteps(steps),
    };
  }

  /** Until it is ready the page asks by itself. */
  #startOnce(): void {
    if (!this.#mayStart) return;
    this.#mayStart = false;
    const worker = this.#deps.makeWorker();
    this.#worker = worker;
    worker?.listen({
      message: (message) => this.#worker === worker && this.#hear(message),
      error: () => this.#worker === worker && this.#end(),
    });
  }

  #ask(worker: StepsWorker, { url, init, keep }: Question): Promise<Answer> {
    const id = ++this.#count;
    const { signal, ...rest } = init;
    const [head, text] = [Promise.withResolvers<Answer>(), Promise.withResolvers<string>()];
    // Nobody waits for it yet when it fails with the head.
    text.promise.catch(() => undefined);
    let isBegun = false;
    const over = () => {
      this.#asked.delete(id);
      signal?.removeEventListener('abort', giveUp);
    };
    const fail = (fault: Error) => {
      over();
      head.reject(fault);
      text.reject(fault);
    };
    const giveUp = () => {
      fail(new Error('Given up'));
      worker.postMessage({ kind: 'giveUp', id });
      // No answer in time: it may be the worker that is silent rather than the line.
      if (signal?.reason instanceof NetworkFailure) this.#end();
    };
    this.#asked.set(id, {
      fail,
      begin({ headers, ...facts }) {
        isBegun = true;
        head.resolve({ ...facts, headers: headersOf(headers), text: () => text.promise });
      },
      end(body) {
        over();
        keep(body.steps);
        text.resolve(body.text);
      },
      askElsewhere: () => {
        if (isBegun) fail(new Error('The worker stopped'));
        else over();
        if (!isBegun) this.#deps.send(url, init).then(head.resolve, head.reject);
      },
    });
    worker.postMessage({ kind: 'ask', id, url, init: rest });
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp);
    return head.promise;
  }

  #hear(message: StepsMessage): void {
    if (message.kind === 'ready') {
      this.#isReady = true;
      return;
    }
    const asked = this.#asked.get(message.id);
    if (message.kind === 'head') asked?.begin(message.head);
    else if (message.kind === 'body') asked?.end(message.body);
    else asked?.fail(new TypeError(message.words));
  }

  /** What it was asked is asked without it: to look at the past changes nothing, so it may be asked twice. */
  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#mayStart = false;
    this.#isReady = false;
    for (const asked of [...this.#asked.values()]) asked.askElsewhere();
  }
}

function headersOf(headers: StepsHead['headers']): Headers {
  return new Headers(headers.map(([name, value]): [string, string] => [name, value]));
}
