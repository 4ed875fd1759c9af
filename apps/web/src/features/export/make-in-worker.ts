import { workerAddress } from '#lib/trusted-types.ts';
import type { FileNews } from './export.worker.ts';
import workerUrl from './export.worker.ts?worker&url';
import type { FileRequest } from './make-file.ts';

export interface Making {
  readonly signal: AbortSignal;
  onShare(share: number): void;
}

/** Makes a file off the main thread, so that the report goes on; the signal ends the work at once. */
export function makeInWorker(request: FileRequest, { signal, onShare }: Making): Promise<Blob> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  const worker = makeWorker();
  const end = () => worker.terminate();
  signal.addEventListener('abort', () => {
    end();
    reject(signal.reason);
  });
  worker.addEventListener('message', ({ data }: MessageEvent<FileNews>) => {
    if ('share' in data) return onShare(data.share);
    end();
    if ('file' in data) resolve(data.file);
    else reject(new Error(data.fault));
  });
  worker.addEventListener('error', ({ message }) => {
    end();
    reject(new Error(message || 'The export stopped unexpectedly; try again'));
  });
  worker.postMessage(request);
  return promise;
}

/** Under Trusted Types the address is an object that the compiler's type of the constructor does not know. */
function makeWorker(): Worker {
  const worker: Worker = Reflect.construct(Worker, [workerAddress(workerUrl), { type: 'module', name: 'export' }]);
  return worker;
}
