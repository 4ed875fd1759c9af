import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { type Exit, exits, Stop } from '#exit.ts';
import type { Terminal } from '#terminal.ts';

const serverSide = fileURLToPath(new URL('../../../server/src/doctor-main.ts', import.meta.url));

const diagnosis = z.object({
  findings: z.array(z.object({ level: z.enum(['ok', 'warn', 'FAIL']), name: z.string(), text: z.string() })),
  exit: z.literal([exits.done, exits.usage, exits.file, exits.network]),
});

/** Checks all that the settings name, a line each; ends with the code of the first check that failed (interfaces 1). */
export async function doctor(args: readonly string[], terminal: Terminal): Promise<Exit> {
  if (args.length > 0)
    throw new Stop(exits.usage, 'doctor takes its settings from the environment, not from arguments');
  const { findings, exit } = await askServerSide(terminal);
  const widest = Math.max(...findings.map(({ name }) => name.length));
  for (const { level, name, text: line } of findings) {
    terminal.say(`${level.padEnd(levelWidth)} ${name.padEnd(widest)}  ${line}`);
  }
  return exit;
}

const levelWidth = 4;

async function askServerSide({ env, signal }: Terminal): Promise<z.output<typeof diagnosis>> {
  const run = spawn(process.execPath, [serverSide], { env: { ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = () => run.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  const [answer, [code]] = await Promise.all([text(run.stdout), once(run, 'exit')]);
  signal.removeEventListener('abort', stop);
  if (code !== 0) throw new Stop(exits.file, 'The checks ended early');
  return diagnosis.parse(JSON.parse(answer));
}
