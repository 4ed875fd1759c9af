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

/** Runs commands side by side that leave a core idle; what each says is shown whole, in their order. */
export async function runTogether(steps: readonly Step[]): Promise<readonly StepResult[]> {
  const [first, ...rest] = steps;
  if (first === undefined) return [];
  if (rest.length === 0) return [await runStep(first)];
  const running = steps.map(async (step) => {
    const from = performance.now();
    const said: Buffer[] = [];
    const code = await exitOf(step, { hear: (part) => said.push(part) });
    return { step, code, said, seconds: (performance.now() - from) / 1000 };
  });
  const results: StepResult[] = [];
  for (const one of running) {
    const { step, code, said, seconds } = await one;
    say(`\n== ${step.name}`);
    stdout.write(Buffer.concat(said));
    say(`== ${step.name}: ${code === 0 ? 'good' : `failed (${code})`} in ${seconds.toFixed(1)} s`);
    results.push({ name: step.name, isGood: code === 0, seconds });
  }
  return results;
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
