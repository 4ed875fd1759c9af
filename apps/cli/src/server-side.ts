import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Exit, exits } from '@sheetwire/contract/exits';
import * as z from 'zod/mini';
import { programToRun } from '../bin/built.js';
import { Stop } from './exit.ts';
import type { Terminal } from './terminal.ts';

const programs = {
  backup: new URL('../../server/src/backup-main.ts', import.meta.url),
  doctor: new URL('../../server/src/doctor-main.ts', import.meta.url),
  user: new URL('../../server/src/user-main.ts', import.meta.url),
};

/** Runs a program of the server in its own process; what it answers. It says itself why it ended early. */
export async function askServerSide(
  program: keyof typeof programs,
  { env, signal }: Pick<Terminal, 'env' | 'signal'>,
  input = '',
): Promise<unknown> {
  const file = fileURLToPath(programToRun(programs[program]));
  const run = spawn(process.execPath, [file], { env: { ...env }, stdio: ['pipe', 'pipe', 'inherit'] });
  const stop = () => run.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  // A program that does not read it may have ended before it is written.
  run.stdin.on('error', () => undefined);
  run.stdin.end(input);
  const [answer, [code]] = await Promise.all([text(run.stdout), once(run, 'exit')]);
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (code !== 0) throw new Stop(exits.failed, `The ${program} program stopped unexpectedly (${code ?? 'killed'})`);
  return JSON.parse(answer);
}

const result = z.object({
  outcome: z.enum(['done', 'failed', 'usage', 'notAllowed', 'conflict', 'file', 'network', 'unconfirmed']),
  message: z.string(),
});

/** Says the result of a program of the server, and ends as it says. */
export function endAs(answer: unknown, terminal: Pick<Terminal, 'say'>): Exit {
  const { outcome, message } = result.parse(answer);
  if (outcome !== 'done') throw new Stop(exits[outcome], message);
  terminal.say(message);
  return exits.done;
}
