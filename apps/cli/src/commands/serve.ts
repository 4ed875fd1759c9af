import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Exit, exits } from '@sheetwire/contract/exits';
import { Stop } from '#exit.ts';
import type { Terminal } from '#terminal.ts';
import { programToRun } from '../../bin/built.js';

const serverMain = new URL('../../../server/src/main.ts', import.meta.url);

/** Starts the server in its own process, hands on signals, and ends as it ends (interfaces 1). */
export async function serve(args: readonly string[], terminal: Terminal): Promise<Exit> {
  if (args.length > 0) throw new Stop(exits.usage, 'serve reads its settings from the environment, not from arguments');
  // The line tells the server when this process was killed.
  const server = spawn(process.execPath, [fileURLToPath(programToRun(serverMain))], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...terminal.env },
  });
  terminal.signal.addEventListener('abort', () => server.kill('SIGTERM'), { once: true });
  const [code, signal]: (number | string | null)[] = await once(server, 'exit');
  if (typeof code === 'number') return exitOf(code);
  if (terminal.signal.aborted) return exits.done;
  throw new Stop(exits.failed, `The server was stopped by ${signal}`);
}

/** A server that ends by our signal or with 0 is done; its other codes keep their meaning. */
function exitOf(code: number): Exit {
  const known = Object.values(exits).find((exit) => exit === code);
  if (known === undefined) throw new Stop(exits.failed, `The server exited with code ${code}`);
  return known;
}
