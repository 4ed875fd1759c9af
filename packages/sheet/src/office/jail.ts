import { spawn } from 'node:child_process';
import { limits } from '@sheetwire/contract/limits';

const KiB = 1024;
/** What a shell counts files in. */
const block = 512;

/** A program with its arguments. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

let network: Promise<boolean> | undefined;

/** Whether programs can be run without a network here: Linux, where users may have namespaces of their own. */
export function hasNetworkJail(): Promise<boolean> {
  network ??= process.platform === 'linux' ? endsWell('unshare', ['-r', '-n', '--', 'true']) : Promise.resolve(false);
  return network;
}

/** The program within bounds of memory, time and size of its files, and without a network where that is possible. */
export async function jailed({ program, args }: Command): Promise<Command> {
  if (process.platform === 'win32') return { program, args };
  const { memory, processor, fileSize } = limits.office;
  const bounds = [
    ['v', Math.round(memory / KiB)],
    ['f', Math.round(fileSize / block)],
    ['t', Math.round(processor / second)],
    ['c', 0],
  ].map(([flag, most]) => `ulimit -${flag} ${most} 2>/dev/null`);
  const alone = (await hasNetworkJail()) ? ['unshare', '-r', '-n', '--'] : [];
  return { program: '/bin/sh', args: ['-c', `${bounds.join('; ')}; exec "$@"`, 'sh', ...alone, program, ...args] };
}

const second = 1000;

function endsWell(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const run = spawn(program, args, { stdio: 'ignore', timeout: limits.office.look });
    run.once('error', () => resolve(false));
    run.once('close', (code) => resolve(code === 0));
  });
}
