import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Where a program is, or undefined when it is not installed. */
export function findProgram(name: string, folders: readonly string[] = []): string | undefined {
  const all = [...folders, ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin'];
  return all.map((folder) => join(folder, name)).find(isRunnable);
}

/** Runs a program to its end; its output, or an error that holds it. */
export async function run(file: string, args: readonly string[], cwd = '/'): Promise<string> {
  const { stdout } = await execute(file, [...args], { cwd, maxBuffer: 1 << 24 });
  return stdout;
}

/** As `run`, with more environment and a text on its standard input; its error output is part of the error. */
export async function runWith(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<string> {
  const running = execute(file, [...args], { cwd: '/', maxBuffer: 1 << 24, env: { ...process.env, ...env } });
  // A program that ends before it reads its input says by its exit code what is wrong.
  running.child.stdin?.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') running.child.kill();
  });
  if (input === '') running.child.stdin?.end();
  else running.child.stdin?.end(input);
  const { stdout } = await running;
  return stdout;
}

const untilReady = new WeakMap<ChildProcess, string>();

/** Starts a program and resolves when a line of its output says that it is ready. */
export function startProgram(
  file: string,
  args: readonly string[],
  ready: RegExp,
  env: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const child = spawn(file, [...args], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    let output = '';
    const listen = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-20_000);
      if (!ready.test(output) || untilReady.has(child)) return;
      untilReady.set(child, output);
      resolve(child);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${output}`)));
  });
}

/** What a program wrote up to the moment when it was ready. */
export function outputUntilReady(child: ChildProcess): string {
  return untilReady.get(child) ?? '';
}

/** Ends a program by its id and waits for it. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
