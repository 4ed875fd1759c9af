import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readSecret } from './read-secret.ts';

const noEnd = new AbortController().signal;

function terminal() {
  const asked: string[] = [];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  return { input, asked, ask: (text: string) => void asked.push(text) };
}

test('a person at a terminal is asked for a password, which ends with Enter and can be corrected', async () => {
  const { input, asked, ask } = terminal();
  const typed = readSecret(input, ask, noEnd);
  expect(asked).toEqual(['Password (not shown): ']);
  input.write('a long passwort\u007fd\r');
  expect(await typed).toBe('a long password');
  expect(asked.join('')).not.toContain('long');
});

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s at the question ends it', async (_, key) => {
  const { input, ask } = terminal();
  const typed = readSecret(input, ask, noEnd);
  input.write(key);
  await expect(typed).rejects.toMatchObject({ exit: 130 });
});

test('a signal ends the question', async () => {
  const { input, ask } = terminal();
  const ending = new AbortController();
  const typed = readSecret(input, ask, ending.signal);
  ending.abort();
  await expect(typed).rejects.toMatchObject({ exit: 130 });
});

test('a pipe is read to its end, without a question and its last line end', async () => {
  const asked: string[] = [];
  const input = new PassThrough();
  input.end('two\nlines\r\n');
  expect(await readSecret(input, (text) => void asked.push(text), noEnd)).toBe('two\nlines');
  expect(asked).toEqual([]);
});
