import { isOps } from '@sheetwire/client/live-event';
import { type PackedSteps, packSteps } from './packed-steps.ts';
import type { StepsAnswer, StepsMessage, StepsRequest } from './steps-messages.ts';

export interface StepsServerDeps {
  readonly fetch: typeof globalThis.fetch;
  /** Parts are handed over rather than copied. */
  post(message: StepsMessage, parts: Transferable[]): void;
}

/** The worker's end: asks the portal, reads the answer, and packs the steps that are in it. */
export class StepsServer {
  readonly #deps: StepsServerDeps;
  readonly #asked = new Map<number, AbortController>();

  constructor(deps: StepsServerDeps) {
    this.#deps = deps;
  }

  /** The page may ask from now on. */
  begin(): void {
    this.#deps.post({ kind: 'ready' }, []);
  }

  hear(request: StepsRequest): void {
    if (request.kind === 'ask') void this.#ask(request);
    else this.#asked.get(request.id)?.abort();
  }

  async #ask({ id, url, init }: StepsRequest & { readonly kind: 'ask' }): Promise<void> {
    const abort = new AbortController();
    this.#asked.set(id, abort);
    try {
      const answer = await answerOf(await this.#deps.fetch(url, { ...init, signal: abort.signal }));
      this.#deps.post({ kind: 'answer', id, answer }, answer.steps ? [answer.steps.cells.buffer] : []);
    } catch (fault) {
      this.#deps.post({ kind: 'failed', id, words: String(fault) }, []);
    } finally {
      this.#asked.delete(id);
    }
  }
}

async function answerOf(response: Response): Promise<StepsAnswer> {
  const { ok, status, headers } = response;
  const body = await response.text();
  const parts = ok ? partsOf(body) : undefined;
  return { ok, status, headers: [...headers], text: parts?.text ?? body, steps: parts?.steps };
}

/** The steps of an answer, and the rest of its text; undefined where it has no steps that can be read. */
function partsOf(body: string): { readonly text: string; readonly steps: PackedSteps } | undefined {
  const said = readObject(body);
  if (!said || !isOps(said.ops)) return undefined;
  const { ops, ...rest } = said;
  return { text: JSON.stringify(rest), steps: packSteps(ops) };
}

function readObject(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    // Whoever asked reads it too, and says what is wrong with it.
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
