import { createHash } from 'node:crypto';
import type { Topic } from '@sheetwire/rules/topic';

/** What a publisher has been given: a count of answers with updates, and the reports in which somebody typed then. */
export interface Cursor {
  readonly given: number;
  readonly midEdit: string;
}

const HASH_LENGTH = 12;

/** A cursor that is none of ours counts as the first one: what was given is given again. */
export function readCursor(text: string): Cursor {
  const [, given, midEdit = ''] = /^(\d{1,15})\.([\w-]*)$/.exec(text) ?? [];
  return { given: Number(given ?? 0), midEdit };
}

export function writeCursor(given: number, midEdit: readonly Topic[]): string {
  return `${given}.${midEditMark(midEdit)}`;
}

/** Known by this a list is told once; nobody typing is ''. */
export function midEditMark(topics: readonly Topic[]): string {
  if (topics.length === 0) return '';
  return createHash('sha256').update(topics.join('\n')).digest('base64url').slice(0, HASH_LENGTH);
}
