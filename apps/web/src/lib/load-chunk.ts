import { backoff } from '@sheetwire/client/backoff';
import { limits } from '@sheetwire/contract/limits';
import { type Clock, pageClock } from './clock.ts';

/** A part of the portal's script that did not come. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

export interface ChunkDeps {
  readonly clock: Clock;
  readonly chance: () => number;
  /** Whether the server answers anything now. */
  isServerThere(): Promise<boolean>;
  /** Loads the style sheets that failed once more; the loader of the built pages asks for each only once. */
  restoreStyles(): Promise<void>;
}

const ofPage: ChunkDeps = {
  clock: pageClock,
  chance: Math.random,
  async isServerThere() {
    try {
      const signal = AbortSignal.timeout(limits.lineAnswer);
      return (await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal })).status < SERVER_FAULT;
    } catch {
      return false;
    }
  },
  async restoreStyles() {
    const failed = [...failedStyles];
    failedStyles.clear();
    await Promise.all(failed.map(loadStyle));
  },
};

const failedStyles = new Set<HTMLLinkElement>();
if ('document' in globalThis) {
  const note = ({ target }: Event) =>
    target instanceof HTMLLinkElement && target.rel === 'stylesheet' && failedStyles.add(target);
  document.addEventListener('error', note, { capture: true });
}

function loadStyle(failed: HTMLLinkElement): Promise<void> {
  const link = document.createElement('link');
  for (const { name, value } of failed.attributes) link.setAttribute(name, value);
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new TypeError(`${link.href} could not be loaded`)));
    failed.replaceWith(link);
  });
}

const SERVER_FAULT = 500;
/** As the loader of the built pages says it. */
const LOST_STYLE = 'Unable to preload CSS';

/**
 * Loads a part of the script. One that fails since the server is away is asked for again once it is back, at growing
 * waits; what has not come within 120 s, or is not there any more, is given up (spec 8, spec 9).
 */
export function loadChunk<T>(load: () => Promise<T>, deps: ChunkDeps = ofPage): Promise<T> {
  return new Promise((resolve, reject) => {
    const waiting = new AbortController();
    const cancel = deps.clock.after(limits.chunkLoad, () => {
      waiting.abort();
      reject(new ChunkLoadError('Part of this page took too long to load. Check your connection and reload.'));
    });
    const fail = (cause: unknown) =>
      reject(
        new ChunkLoadError('Part of this page could not be loaded. Check your connection and reload.', {
          cause,
        }),
      );
    loadAgain(load, deps, waiting.signal).then(resolve, fail).finally(cancel);
  });
}

/** A script that fails while its server answers may have been unlucky; after some times it is gone. */
async function loadAgain<T>(load: () => Promise<T>, deps: ChunkDeps, waiting: AbortSignal): Promise<T> {
  for (let refusals = 0; ; refusals++) {
    try {
      if (refusals > 0) await deps.restoreStyles();
      return await load();
    } catch (error) {
      if (!isOfLine(error) || refusals >= limits.chunkRefusals || !(await isBack(deps, waiting))) throw error;
    }
  }
}

/** Waits until the server answers, longer each time; false when the part is not waited for any more. */
async function isBack({ clock, chance, isServerThere }: ChunkDeps, waiting: AbortSignal): Promise<boolean> {
  for (let n = 0; !waiting.aborted; n++) {
    await new Promise<void>((resolve) => void clock.after(backoff(limits.chunkRetry, n, chance), resolve));
    if (await isServerThere()) return true;
  }
  return false;
}

/** A script that did not come is a TypeError in all browsers; what is wrong with one that came is no matter of the line. */
function isOfLine(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.message.startsWith(LOST_STYLE));
}
