import { createHash } from 'node:crypto';
import type { Topic } from '@sheetwire/rules/topic';

/**
 * What a publisher has been given: a count of answers with updates, the reports in which somebody typed then, and those
 * that it had lost.
 */
export interface Cursor {
  readonly given: number;
  readonly midEdit: string;
  readonly lost: string;
}

const HASH_LENGTH = 12;

/** A cursor that is none of ours counts as the first one: what was given is given again. */
export function readCursor(text: string): Cursor {
  const [, given, midEdit = '', lost = ''] = /^(\d{1,15})\.([\w-]*)(?:\.([\w-]*))?$/.exec(text) ?? [];
  return { given: Number(given ?? 0), midEdit, lost };
}

export function writeCursor(told: {
  readonly given: number;
  readonly midEdit: readonly Topic[];
  readonly lost: readonly Topic[];
}): string {
  return `${told.given}.${markOf(told.midEdit)}.${markOf(told.lost)}`;
}

/** Known by this a list is told once; an empty one is ''. */
export function markOf(topics: readonly Topic[]): string {
  if (topics.length === 0) return '';
  return createHash('sha256').update(topics.join('\n')).digest('base64url').slice(0, HASH_LENGTH);
}
