import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';

/** Servers run on one core and their load on another, so that neither takes the other's time. */
export const cores: { readonly server: number; readonly client: number; readonly any: string } = {
  server: 0,
  client: availableParallelism() > 1 ? 1 : 0,
  any: `0-${availableParallelism() - 1}`,
};

/** A program that was started here; what it prints is read line by line. */
export class Child {
  readonly pid: number;
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: string[] = [];
  #waiting: (() => void)[] = [];
  #isOver = false;
  #errors = '';

  constructor(core: number | string, command: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.#process = spawn('taskset', ['-c', String(core), ...command], { env: { ...process.env, ...env } });
    this.pid = this.#process.pid ?? 0;
    running.add(this);
    createInterface({ input: this.#process.stdout }).on('line', (line) => {
      this.#lines.push(line);
      this.#wake();
    });
    this.#process.stderr.on('data', (bytes: Buffer) => {
      this.#errors = (this.#errors + bytes.toString()).slice(-4000);
    });
    this.#process.once('exit', () => {
      this.#isOver = true;
      running.delete(this);
      this.#wake();
    });
    this.#process.stdin.on('error', () => this.#wake());
  }

  /** The next line that fits; those before it are dropped. Throws when none comes within `wait` ms. */
  async line(wanted: RegExp, wait = ANSWER_WAIT): Promise<string> {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      this.#wake();
    }, wait);
    try {
      while (!isLate) {
        for (let line = this.#lines.shift(); line !== undefined; line = this.#lines.shift()) {
          if (wanted.test(line)) return line;
        }
        if (this.#isOver) throw new Error(`${this.#name} ended: ${this.#errors}`);
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
      throw new Error(`${this.#name} did not print ${wanted} within ${wait / 1000} s. ${this.#errors}`.trim());
    } finally {
      clearTimeout(late);
    }
  }

  get #name(): string {
    return this.#process.spawnargs.slice(3).join(' ').slice(0, 200);
  }

  write(line: string): void {
    this.#process.stdin.write(`${line}\n`);
  }

  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  async stop(): Promise<void> {
    if (!this.#isOver) this.#process.kill('SIGTERM');
    const late = setTimeout(() => this.#process.kill('SIGKILL'), STOP_WAIT);
    while (!this.#isOver) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    clearTimeout(late);
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

const STOP_WAIT = 10_000;
const ANSWER_WAIT = 60_000;

/** Children that have not ended. */
const running = new Set<Child>();

/** Ends every child that is still there: a unit that broke off leaves no process behind. */
export async function stopChildren(): Promise<void> {
  await Promise.all([...running].map((child) => child.stop()));
}

/** Keeps this process itself off the server's core while servers are measured. */
export function pinSelf(core: number | undefined): void {
  const list = core === undefined ? cores.any : String(core);
  spawnSync('taskset', ['-acp', list, String(process.pid)]);
}
