import { limits } from '@sheetwire/contract/limits';
import { buildWeb } from './build.ts';
import { endWithParent, untilSignal } from './ending.ts';

/** Builds the pages where they are missing, then is the server: npm has one process to tell of a signal. */
const stopped = untilSignal();
const isBuilt = await buildWeb({ ifMissing: true, signal: stopped.signal });
stopped.release();
if (stopped.signal.aborted) process.exitCode = 0;
else if (isBuilt) {
  endWithParent(limits.parentLook);
  await import('../apps/server/src/main.ts');
} else process.exitCode = 1;
