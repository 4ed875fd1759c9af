import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { NoteOnce } from './note-once.ts';

function notes() {
  const written: string[] = [];
  let now = 0;
  const made = new NoteOnce({ now: () => now }, (line) => written.push(line));
  const move = (ms: number) => {
    now += ms;
  };
  return { written, move, note: (line: string) => made.note(line) };
}

test('the same line is written once in ten minutes, another at once', () => {
  const { note, move, written } = notes();
  for (const line of ['a', 'a', 'b', 'a']) note(line);
  move(limits.windows.noteEvery);
  note('a');
  expect(written).toEqual(['a', 'b', 'a']);
});

test('of endless lines the oldest are forgotten', () => {
  const { note, written } = notes();
  for (let count = 0; count <= limits.windows.notesKept; count++) note(`line ${count}`);
  note('line 1');
  note('line 0');
  expect(written.slice(-2)).toEqual([`line ${limits.windows.notesKept}`, 'line 0']);
});
