import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { Stop } from './exit.ts';

/** Where a secret comes from: a file or a pipe, or a person at a terminal. */
export type SecretInput = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** All of an input, bounded, without its last line end; a person is asked for one line, which the terminal does not show. */
export function readSecret(input: SecretInput, ask: (text: string) => void, signal: AbortSignal): Promise<string> {
  return input.isTTY === true ? readHiddenLine(input, ask, signal) : readText(input);
}

/** The terminal shows what the line editor writes, which is nothing. */
async function readHiddenLine(input: SecretInput, ask: (text: string) => void, signal: AbortSignal): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output, terminal: true });
  const ended = new AbortController();
  // The editor takes the keys: Ctrl-C ends the question, Ctrl-D an empty one.
  lines.once('SIGINT', () => ended.abort());
  lines.once('close', () => ended.abort());
  ask('Password (not shown): ');
  try {
    return await lines.question('', { signal: AbortSignal.any([signal, ended.signal]) });
  } catch {
    throw new Stop(exits.stopped, 'Stopped before it finished');
  } finally {
    lines.close();
    ask('\n');
  }
}

async function readText(input: AsyncIterable<Buffer | string>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of input) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > limits.maxBody) throw new Stop(exits.usage, 'Standard input is too long for a secret');
    parts.push(bytes);
  }
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
