import { workerAddress } from '#lib/trusted-types.ts';
import workerUrl from './steps.worker.ts?worker&url';
import type { StepsWorker } from './steps-aside.ts';
import type { StepsMessage } from './steps-messages.ts';

/** The browser's worker; undefined where there are none, or the policy refuses. */
export function makeStepsWorker(): StepsWorker | undefined {
  if (!('Worker' in globalThis)) return undefined;
  const worker = made();
  return (
    worker && {
      postMessage: (request) => worker.postMessage(request),
      listen({ message, error }) {
        worker.addEventListener('message', ({ data }: MessageEvent<StepsMessage>) => message(data));
        worker.addEventListener('error', error);
        worker.addEventListener('messageerror', error);
      },
      terminate: () => worker.terminate(),
    }
  );
}

/** Under Trusted Types the address is an object that the compiler's type of the constructor does not know. */
function made(): Worker | undefined {
  try {
    const worker: Worker = Reflect.construct(Worker, [workerAddress(workerUrl), { type: 'module', name: 'steps' }]);
    return worker;
  } catch {
    return undefined;
  }
}
