import { afterEach, expect, test, vi } from 'vitest';
import { processTerminal } from './terminal.ts';

afterEach(() => vi.restoreAllMocks());

/** What goes out of the process, as it goes. */
function written(stream: NodeJS.WriteStream): string[] {
  const chunks: string[] = [];
  vi.spyOn(stream, 'write').mockImplementation((chunk) => chunks.push(String(chunk)) > 0);
  return chunks;
}

test('what others wrote does not steer the terminal: it neither sets the title nor writes to the clipboard', () => {
  const [out, err] = [written(process.stdout), written(process.stderr)];
  const terminal = processTerminal();
  terminal.say('#REF! on \u001b]52;c;ZXZpbA==\u0007 is new');
  terminal.warn('There is no cell B2 on page \u009b2J\rP\u007f');
  expect([...out, ...err]).toEqual([
    '#REF! on \\u001b]52;c;ZXZpbA==\\u0007 is new\n',
    'There is no cell B2 on page \\u009b2J\\u000dP\\u007f\n',
  ]);
});

test('a line of JSON tells the same, and lines and columns stay', () => {
  const out = written(process.stdout);
  const answer = { words: 'a\u009b\u001b"b', more: 'é傘' };
  processTerminal().say(JSON.stringify(answer));
  processTerminal().say('one\n\ttwo');
  expect(JSON.parse(out[0] ?? '')).toEqual(answer);
  expect(out).toEqual(['{"words":"a\\u009b\\u001b\\"b","more":"é傘"}\n', 'one\n\ttwo\n']);
});
