import type { Caller } from '@sheetwire/client/caller';
import { CallError } from '@sheetwire/client/failures';
import type { Clock } from '#lib/clock.ts';
import type { DebugLog } from './debug-log.ts';

/** What answers say that may be told: never pages, texts or names of others. */
const told = ['nodiff', 'logout', 'version', 'time', 'shownDate', 'hasControls', 'canInteract', 'sameNumTopics'];
/** What calls ask that may be told. */
const asked = ['topic', 'reportTime', 'returnReport', 'currnumtopics'];
/** Lists of which only the length is told. */
const counted = ['pages', 'snapshotDates', 'topics'];

/** The viewer's calls, told to the debug log; the report's answer says whether deep logging is on (spec 3, logDeep). */
export function notedCalls(call: Caller, log: DebugLog, clock: Pick<Clock, 'now'>): Caller {
  return async (definition, input, options) => {
    const from = clock.now();
    const name = definition.path.split('/').slice(-3, -1).join('/');
    const words = (outcome: string) => `${name} ${facts(input, asked)}: ${outcome} in ${clock.now() - from} ms`;
    try {
      const output = await call(definition, input, options);
      const logDeep = fieldOf(output, 'logDeep');
      if (typeof logDeep === 'boolean') log.turn(logDeep);
      log.note(words(`${facts(output, told)} ${counts(output)}`.trim() || 'answered'));
      return output;
    } catch (error) {
      log.note(words(options?.signal?.aborted ? 'given up' : failure(error)));
      throw error;
    }
  };
}

function failure(error: unknown): string {
  return error instanceof CallError ? `refused with ${error.status} ${error.code}` : 'no answer';
}

function facts(source: unknown, names: readonly string[]): string {
  return names
    .flatMap((name) => {
      const value = fieldOf(source, name);
      const isTold = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      return isTold && value !== '' && value !== false ? [`${name}=${value}`] : [];
    })
    .join(' ');
}

function counts(source: unknown): string {
  return counted
    .flatMap((name) => {
      const value = fieldOf(source, name);
      return Array.isArray(value) ? [`${name}=${value.length}`] : [];
    })
    .join(' ');
}

function fieldOf(source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null) return undefined;
  return Object.entries(source).find(([key]) => key === name)?.[1];
}
