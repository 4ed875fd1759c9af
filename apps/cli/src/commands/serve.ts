import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Exit, exits, Stop } from '#exit.ts';
import type { Terminal } from '#terminal.ts';

const serverMain = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

/** Starts the server in its own process, hands on signals, and ends as it ends (interfaces 1). */
export async function serve(args: readonly string[], terminal: Terminal): Promise<Exit> {
  if (args.length > 0) throw new Stop(exits.usage, 'serve reads its settings from the environment, not from arguments');
  const server = spawn(process.execPath, [serverMain], { stdio: 'inherit' });
  terminal.signal.addEventListener('abort', () => server.kill('SIGTERM'), { once: true });
  const [code]: (number | null)[] = await once(server, 'exit');
  return exitOf(code ?? 0);
}

/** A server that ends by our signal or with 0 is done; its other codes keep their meaning where they have one. */
function exitOf(code: number): Exit {
  const known = Object.values(exits).find((exit) => exit === code);
  if (known === undefined) throw new Stop(exits.file, `The server ended with code ${code}`);
  return known;
}
