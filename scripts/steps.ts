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
  const code = await exitOf(step, signal);
  const seconds = (performance.now() - from) / 1000;
  say(`== ${step.name}: ${code === 0 ? 'good' : `failed (${code})`} in ${seconds.toFixed(1)} s`);
  return { name: step.name, isGood: code === 0, seconds };
}

function exitOf({ command, args, cwd, env }: Step, signal: AbortSignal | undefined): Promise<number> {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(command, [...args], {
    cwd: cwd ?? root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, PATH: path },
    ...(signal && { signal }),
  });
  return new Promise((resolve) => {
    child.on('error', (error) => {
      say(error.message);
      resolve(127);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
