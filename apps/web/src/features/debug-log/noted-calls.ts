import type { Caller } from '@sheetwire/client/caller';
import type { Clock } from '#lib/clock.ts';
import { loadChunk } from '#lib/load-chunk.ts';
import type { NotedCall } from './call-words.ts';
import type { DebugLog } from './debug-log.ts';
import { fieldOf } from './field-of.ts';

/** The viewer's calls, told to the debug log; the report's answer says whether deep logging is on (spec 3, logDeep). */
export function notedCalls(call: Caller, log: DebugLog, clock: Pick<Clock, 'now'>): Caller {
  return async (definition, input, options) => {
    const from = clock.now();
    const note = (outcome: NotedCall['outcome']) =>
      noteCall(log, { path: definition.path, input, took: clock.now() - from, outcome });
    try {
      const output = await call(definition, input, options);
      const logDeep = fieldOf(output, 'logDeep');
      if (typeof logDeep === 'boolean') log.turn(logDeep);
      note({ output });
      return output;
    } catch (error) {
      note({ error, isGivenUp: options?.signal?.aborted === true });
      throw error;
    }
  };
}

/** No call waits for its words. */
function noteCall(log: DebugLog, noted: NotedCall): void {
  if (!log.store.getState().isOn) return;
  const at = log.now();
  loadChunk(() => import('./call-words.ts')).then(
    ({ callWords }) => log.note(callWords(noted), at),
    (error: unknown) => log.note(`${noted.path} could not be described: ${String(error)}`, at),
  );
}
