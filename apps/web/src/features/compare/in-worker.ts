import { workerAddress } from '#lib/trusted-types.ts';
import type { CompareRequest } from './compare.worker.ts';
import workerUrl from './compare.worker.ts?worker&url';
import type { ComparedPage, ComparedSides } from './compared-pages.ts';

/** Compares off the main thread: a large report takes seconds, and scrolling goes on. */
export function compareInWorker(sides: ComparedSides, signal: AbortSignal): Promise<ComparedPage[] | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<ComparedPage[] | undefined>();
  const worker = makeWorker();
  const end = () => worker.terminate();
  signal.addEventListener('abort', () => {
    end();
    reject(signal.reason);
  });
  worker.addEventListener('message', ({ data }: MessageEvent<{ readonly pages: ComparedPage[] | undefined }>) => {
    end();
    resolve(data.pages);
  });
  worker.addEventListener('error', ({ message }) => {
    end();
    reject(new Error(message || 'The comparison stopped unexpectedly'));
  });
  const tokens = getComputedStyle(document.documentElement);
  const noteFont = `${tokens.getPropertyValue('--text-xs')} ${tokens.getPropertyValue('--font')}`;
  const request: CompareRequest = { sides, noteFont };
  worker.postMessage(request);
  return promise;
}

/** Under Trusted Types the address is an object that the compiler's type of the constructor does not know. */
function makeWorker(): Worker {
  const worker: Worker = Reflect.construct(Worker, [workerAddress(workerUrl), { type: 'module', name: 'compare' }]);
  return worker;
}
