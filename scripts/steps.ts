import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { stdout } from 'node:process';

/** The folder of the whole workspace. */
export const root: string = join(import.meta.dirname, '..');

/** One command of a check or test run; its output is shown as it comes. */
export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface StepResult {
  readonly name: string;
  readonly isGood: boolean;
  readonly seconds: number;
}

/** Writes one line to the terminal. */
export function say(line: string): void {
  stdout.write(`${line}\n`);
}

/** Runs a command to its end, or until the signal, with the workspace's own tools first on the path. */
export async function runStep(step: Step, signal?: AbortSignal): Promise<StepResult> {
  say(`\n== ${step.name}`);
  const from = performance.now();
  const code = await exitOf(step, { signal });
  const seconds = (performance.now() - from) / 1000;
  say(`== ${step.name}: ${code === 0 ? 'good' : `failed (${code})`} in ${seconds.toFixed(1)} s`);
  return { name: step.name, isGood: code === 0, seconds };
}

/**
 * Runs commands so many at a time, the next as soon as one is done, so that no core waits for the longest of a group.
 * What each says is shown whole, in their order.
 */
export async function runTogether(steps: readonly Step[], atOnce: number): Promise<readonly StepResult[]> {
  const waiting = [...steps];
  const ends = new Map(steps.map((step) => [step, Promise.withResolvers<Ended>()]));
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const from = performance.now();
      const said: Buffer[] = [];
      const code = await exitOf(step, { hear: (part) => said.push(part) });
      ends.get(step)?.resolve({ code, said, seconds: (performance.now() - from) / 1000 });
    }
  };
  const working = Array.from({ length: atOnce }, work);
  const results: StepResult[] = [];
  for (const [{ name }, { promise }] of ends) {
    const { code, said, seconds } = await promise;
    say(`\n== ${name}`);
    stdout.write(Buffer.concat(said));
    say(`== ${name}: ${code === 0 ? 'good' : `failed (${code})`} in ${seconds.toFixed(1)} s`);
    results.push({ name, isGood: code === 0, seconds });
  }
  await Promise.all(working);
  return results;
}

interface Ended {
  readonly code: number;
  readonly said: readonly Buffer[];
  readonly seconds: number;
}

interface Listening {
  readonly signal?: AbortSignal | undefined;
  readonly hear?: (part: Buffer) => void;
}

function exitOf({ command, args, cwd, env }: Step, { signal, hear }: Listening = {}): Promise<number> {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(command, [...args], {
    cwd: cwd ?? root,
    stdio: hear ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, PATH: path },
    ...(signal && { signal }),
  });
  if (hear) for (const stream of [child.stdout, child.stderr]) stream?.on('data', hear);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      say(error.message);
      resolve(127);
    });
    // Its last words come before it is closed.
    child.on('close', (code) => resolve(code ?? 1));
  });
}
