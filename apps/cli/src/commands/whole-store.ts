import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { type Exit, exits, Stop } from '#exit.ts';
import { askServerSide } from '#server-side.ts';
import type { Terminal } from '#terminal.ts';

const outcomes = {
  done: exits.done,
  usage: exits.usage,
  conflict: exits.conflict,
  file: exits.file,
  network: exits.network,
} as const;
const result = z.object({ outcome: z.enum(['done', 'usage', 'conflict', 'file', 'network']), message: z.string() });

/** Copies the whole store into a file, while the portal runs (interfaces 1). */
export function backup(args: readonly string[], terminal: Terminal): Promise<Exit> {
  return run('backup', args, terminal);
}

/** Replaces the whole store by a backup; the portal must not run (interfaces 1). */
export function restore(args: readonly string[], terminal: Terminal): Promise<Exit> {
  return run('restore', args, terminal);
}

async function run(command: 'backup' | 'restore', args: readonly string[], terminal: Terminal): Promise<Exit> {
  const [name, ...more] = args;
  if (name === undefined || name.startsWith('-') || more.length > 0) throw new Stop(exits.usage, 'Specify one file');
  const answer = await askServerSide('backup-main.ts', terminal, JSON.stringify({ command, file: resolve(name) }));
  if (answer === undefined) throw new Stop(exits.file, `The ${command} was interrupted`);
  const { outcome, message } = result.parse(answer);
  if (outcome !== 'done') throw new Stop(outcomes[outcome], message);
  terminal.say(message);
  return exits.done;
}
