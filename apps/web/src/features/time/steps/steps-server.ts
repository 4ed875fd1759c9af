import { isOps } from '@sheetwire/client/live-event';
import { packSteps } from './packed-steps.ts';
import type { StepsBody, StepsMessage, StepsRequest } from './steps-messages.ts';

export interface StepsServerDeps {
  readonly fetch: typeof globalThis.fetch;
  /** Parts are handed over rather than copied. */
  post(message: StepsMessage, parts: Transferable[]): void;
}

/** The worker's side: asks the portal, reads the answer, and packs the steps that are in it. */
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
      const response = await this.#deps.fetch(url, { ...init, signal: abort.signal });
      const { ok, status, headers } = response;
      this.#deps.post({ kind: 'head', id, head: { ok, status, headers: [...headers] } }, []);
      const body = bodyOf(await response.text());
      this.#deps.post({ kind: 'body', id, body }, body.steps ? [body.steps.cells.buffer] : []);
    } catch (fault) {
      this.#deps.post({ kind: 'failed', id, words: String(fault) }, []);
    } finally {
      this.#asked.delete(id);
    }
  }
}

/** The text of an answer, without its steps where those can be read. */
function bodyOf(text: string): StepsBody {
  // Long pages need not be read twice.
  const said = text.includes('"ops"') ? readObject(text) : undefined;
  if (!said || !isOps(said.ops)) return { text, steps: undefined };
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
