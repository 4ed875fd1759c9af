import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The shell of somebody who tries the examples: a folder with its cookies, the portal's address and a key. */
export class CommandLine {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #open = new Set<ChildProcess>();

  private constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder;
    this.#env = env;
  }

  /** In a folder of this name below another. */
  static async open(parent: string, name: string, given: Readonly<Record<string, string>>): Promise<CommandLine> {
    const folder = join(parent, name);
    await mkdir(folder);
    return new CommandLine(folder, { PATH: process.env.PATH, HOME: folder, ...given });
  }

  /** What a command prints. */
  async run(command: string): Promise<string> {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', command], { cwd: this.#folder, env: this.#env });
    return stdout;
  }

  /** The first `length` characters of a command that goes on. */
  async begin(command: string, length: number): Promise<string> {
    const child = spawn('bash', ['-c', `exec ${command}`], { cwd: this.#folder, env: this.#env });
    this.#open.add(child);
    let text = '';
    for await (const bytes of child.stdout.iterator({ destroyOnReturn: false })) {
      text += String(bytes);
      if (text.length >= length) return text;
    }
    return text;
  }

  /** Ends what goes on. */
  async close(): Promise<void> {
    for (const child of this.#open) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill();
      await once(child, 'exit');
    }
  }
}
