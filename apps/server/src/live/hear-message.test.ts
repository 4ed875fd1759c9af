import { expect, test } from 'vitest';
import type { BusMessage } from '#ports/bus.ts';
import { keyOf } from './bus/wire.ts';
import { type Heard, hearMessage } from './hear-message.ts';

/** What is read of the rights at a word of another server. */
function readAt(message: BusMessage): unknown[] {
  const read: unknown[] = [];
  const heard: Pick<Heard, 'rights' | 'rightsNoted'> = {
    rights: (part) => read.push(part),
    rightsNoted: () => read.push('what is noted'),
  };
  hearMessage(message, heard as Heard);
  return read;
}

test('of rights no more is read than the word says; all of them only where it says nothing', () => {
  expect(readAt({ kind: 'rights', gropic: 'ACME/RATES' })).toEqual([{ gropic: 'ACME/RATES' }]);
  expect(readAt({ kind: 'rights', group: 'ACME/DESK' })).toEqual([{ group: 'ACME/DESK' }]);
  expect(readAt({ kind: 'rights', isNoted: true })).toEqual(['what is noted']);
  expect(readAt({ kind: 'directory' })).toEqual(['what is noted']);
  expect(readAt({ kind: 'rights' })).toEqual(['all']);
});

test('a word about all rights is not taken for one about what is noted', () => {
  expect(keyOf({ kind: 'rights', isNoted: true })).not.toBe(keyOf({ kind: 'rights' }));
});
