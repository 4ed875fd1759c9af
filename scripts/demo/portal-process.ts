import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';

const serverMain = join(import.meta.dirname, '../../apps/server/src/main.ts');

interface PortalOptions {
  readonly url: URL;
  readonly dataDir: string;
  readonly superAdmin: string;
  readonly say: (line: string) => void;
}

/** The portal in a process of its own, on the embedded store and on this machine's loopback only. */
export class PortalProcess {
  readonly #server: ChildProcess;
  readonly #url: URL;
  readonly #ended: Promise<number>;

  constructor({ url, dataDir, superAdmin, say }: PortalOptions) {
    this.#url = url;
    this.#server = spawn(process.execPath, [serverMain], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        SHEETWIRE_LOG_LEVEL: 'warn',
        ...process.env,
        SHEETWIRE_HOST: url.hostname,
        SHEETWIRE_PORT: url.port,
        SHEETWIRE_DATA_DIR: dataDir,
        SHEETWIRE_SUPER_ADMINS: superAdmin,
        SHEETWIRE_DATABASE_URL: '',
        SHEETWIRE_BUS_URL: '',
        SHEETWIRE_PUBLIC_URL: '',
      },
    });
    this.#ended = new Promise((resolve) => {
      this.#server.on('error', () => resolve(1));
      this.#server.on('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 0)));
    });
    if (this.#server.stdout) {
      // The demo says itself when all is ready.
      createInterface({ input: this.#server.stdout }).on('line', (line) => {
        if (!line.startsWith('ready ')) say(line);
      });
    }
  }

  /** The exit code, once the portal has ended. */
  get ended(): Promise<number> {
    return this.#ended;
  }

  /** True once the portal answers that it is ready; false when it ended, or the signal came, before that. */
  async isReady(signal: AbortSignal): Promise<boolean> {
    while (this.#server.exitCode === null && this.#server.signalCode === null && !signal.aborted) {
      if (await answers(new URL('/readyz', this.#url))) return true;
      await wait(limits.demoReadyPoll);
    }
    return false;
  }

  /** Asks the portal to end, and ends it when it does not in time. */
  async end(): Promise<number> {
    if (this.#server.exitCode !== null || this.#server.signalCode !== null) return this.#ended;
    this.#server.kill('SIGTERM');
    const late = new AbortController();
    const timer = wait(limits.demoEnd, undefined, { signal: late.signal }).then(
      () => this.#server.kill('SIGKILL'),
      () => undefined,
    );
    await once(this.#server, 'exit');
    late.abort();
    await timer;
    return this.#ended;
  }
}

async function answers(url: URL): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    // Not listening yet.
    return false;
  }
}
