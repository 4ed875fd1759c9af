import { limits } from '@sheetwire/contract/limits';
import { programToRun } from '../apps/cli/bin/built.js';
import { buildProduct } from './build.ts';
import { endWithParent, untilSignal } from './ending.ts';

/** Builds what is missing, then is the server: npm has one process to tell of a signal. */
const stopped = untilSignal();
const isBuilt = await buildProduct({ ifMissing: true, signal: stopped.signal });
stopped.release();
if (stopped.signal.aborted) process.exitCode = 0;
else if (isBuilt) {
  endWithParent(limits.parentLook);
  await import(programToRun(new URL('../apps/server/src/main.ts', import.meta.url)).href);
} else process.exitCode = 1;
