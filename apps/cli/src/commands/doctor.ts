import { type Exit, exits } from '@sheetwire/contract/exits';
import * as z from 'zod/mini';
import { Stop } from '#exit.ts';
import { askServerSide } from '#server-side.ts';
import type { Terminal } from '#terminal.ts';

const diagnosis = z.object({
  findings: z.array(z.object({ level: z.enum(['ok', 'warn', 'FAIL']), name: z.string(), text: z.string() })),
  exit: z.literal([exits.done, exits.usage, exits.file, exits.network]),
});

/** Checks all that the settings name, a line each; ends with the code of the first check that failed (interfaces 1). */
export async function doctor(args: readonly string[], terminal: Terminal): Promise<Exit> {
  if (args.length > 0)
    throw new Stop(exits.usage, 'doctor reads its settings from the environment, not from arguments');
  const answer = await askServerSide('doctor', terminal);
  const { findings, exit } = diagnosis.parse(answer);
  const widest = Math.max(...findings.map(({ name }) => name.length));
  for (const { level, name, text: line } of findings) {
    terminal.say(`${level.padEnd(levelWidth)} ${name.padEnd(widest)}  ${line}`);
  }
  return exit;
}

const levelWidth = 4;
