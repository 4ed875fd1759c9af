import { setTimeout as wait } from 'node:timers/promises';
import { printable } from './printable.ts';
import { readSecret } from './read-secret.ts';

/** What a command may use of the process that runs it. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C or a request to end. */
  readonly signal: AbortSignal;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
  /** Waits, no longer than until the signal; then it throws. */
  wait(time: number): Promise<void>;
  /** A line of the result. */
  say(line: string): void;
  /** A line for the person at the screen: progress, warnings, faults. */
  warn(line: string): void;
  /** All of standard input, bounded, without its last line end; of a person at a terminal one line, unseen. */
  readStdin(): Promise<string>;
}

/** The terminal of this process; a second Ctrl-C ends at once. */
export function processTerminal(): Terminal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort());
  return {
    env: process.env,
    signal: ending.signal,
    now: () => performance.now(),
    wait: (time) => wait(time, undefined, { signal: ending.signal }),
    say: (line) => void process.stdout.write(`${printable(line)}\n`),
    warn: (line) => void process.stderr.write(`${printable(line)}\n`),
    readStdin: () => readSecret(process.stdin, (text) => void process.stderr.write(text), ending.signal),
  };
}
