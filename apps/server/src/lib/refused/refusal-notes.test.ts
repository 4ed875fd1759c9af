import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { MovedClock } from '#storage/suite/moved-clock.ts';
import { RefusalNotes } from './refusal-notes.ts';

const ann = branded<'User'>('ACME/ann');
const bob = branded<'User'>('ACME/bob');

test('a refusal that comes again and again is noted once in a while, each of them apart', () => {
  const clock = new MovedClock();
  const notes = new RefusalNotes(clock);
  expect([notes.isDue(ann, 'A'), notes.isDue(ann, 'A'), notes.isDue(ann, 'B'), notes.isDue(bob, 'A')]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  clock.move(limits.audit.refusalEvery);
  expect([notes.isDue(ann, 'A'), notes.isDue(ann, 'A')]).toEqual([true, false]);
});

test('as many as come take a bounded memory', () => {
  const notes = new RefusalNotes(new MovedClock());
  for (let n = 0; n <= limits.audit.refusalsKept; n++) expect(notes.isDue(ann, `${n}`)).toBe(true);
  expect([notes.isDue(ann, `${limits.audit.refusalsKept}`), notes.isDue(ann, '0')]).toEqual([false, true]);
});

test('who is refused at ever new names has no refusal of others noted again', () => {
  const notes = new RefusalNotes(new MovedClock());
  notes.isDue(bob, 'A');
  for (let n = 0; n < 2 * limits.audit.refusalsKept; n++) notes.isDue(ann, `${n}`);
  expect(notes.isDue(bob, 'A')).toBe(false);
});
