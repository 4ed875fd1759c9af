import { CallError } from '@sheetwire/client/failures';
import { fieldOf } from './field-of.ts';

/** What answers say that may be told: never pages, texts or names of others. */
const told = ['nodiff', 'logout', 'version', 'time', 'shownDate', 'hasControls', 'canInteract', 'sameNumTopics'];
/** What calls ask that may be told. */
const asked = ['topic', 'reportTime', 'returnReport', 'currnumtopics'];
/** Lists of which only the length is told. */
const counted = ['pages', 'snapshotDates', 'topics'];

/** How a call of the viewer went. */
export interface NotedCall {
  readonly path: string;
  readonly input: unknown;
  readonly took: number;
  readonly outcome: { readonly output: unknown } | { readonly error: unknown; readonly isGivenUp: boolean };
}

/** What the debug log tells of a call: loaded with the first one that it notes. */
export function callWords({ path, input, took, outcome }: NotedCall): string {
  const name = path.split('/').slice(-3, -1).join('/');
  return `${name} ${facts(input, asked)}: ${outcomeWords(outcome)} in ${took} ms`;
}

function outcomeWords(outcome: NotedCall['outcome']): string {
  if ('output' in outcome) return `${facts(outcome.output, told)} ${counts(outcome.output)}`.trim() || 'answered';
  return outcome.isGivenUp ? 'given up' : failure(outcome.error);
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
