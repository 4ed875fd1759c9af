import { resolve } from 'node:path';
import { type Exit, exits } from '@sheetwire/contract/exits';
import { Stop } from '#exit.ts';
import { askServerSide, endAs } from '#server-side.ts';
import type { Terminal } from '#terminal.ts';

/** Copies the whole store into a file, while the portal runs (interfaces 1). */
export function backup(args: readonly string[], terminal: Terminal): Promise<Exit> {
  return run('backup', args, terminal);
}

/** Replaces the whole store by a backup; the portal must not run, unless the backup is only verified (interfaces 1). */
export function restore(args: readonly string[], terminal: Terminal): Promise<Exit> {
  return run('restore', args, terminal);
}

async function run(command: 'backup' | 'restore', args: readonly string[], terminal: Terminal): Promise<Exit> {
  const verify = args.includes('--verify');
  const [name, ...more] = args.filter((arg) => arg !== '--verify');
  if (name === undefined || name.startsWith('-') || more.length > 0) throw new Stop(exits.usage, 'Specify one file');
  const answer = await askServerSide('backup', terminal, JSON.stringify({ command, file: resolve(name), verify }));
  return endAs(answer, terminal);
}
