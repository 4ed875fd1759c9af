import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { limits } from '@sheetwire/contract/limits';
import { programToRun } from '../../apps/cli/bin/built.js';

const serverMain = new URL('../../apps/server/src/main.ts', import.meta.url);

interface PortalOptions {
  readonly url: URL;
  readonly dataDir: string;
  readonly superAdmin: string;
  readonly say: (line: string) => void;
}

/** The portal in a process of its own, on the embedded store and on this machine's loopback only. */
export class PortalProcess {
  readonly #server: ChildProcess;
  readonly #ready: Promise<boolean>;
  readonly #ended: Promise<number>;

  constructor({ url, dataDir, superAdmin, say }: PortalOptions) {
    this.#server = spawn(process.execPath, [fileURLToPath(programToRun(serverMain))], {
      // The line tells the portal when this process was killed.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
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
    this.#ready = new Promise((resolve) => {
      void this.#ended.then(() => resolve(false));
      if (this.#server.stdout === null) return;
      // The demo says itself when all is ready. Another portal may answer at this address: only its own line counts.
      createInterface({ input: this.#server.stdout }).on('line', (line) => {
        if (line.startsWith('ready ')) resolve(true);
        else say(line);
      });
    });
  }

  /** The exit code, once the portal has ended. */
  get ended(): Promise<number> {
    return this.#ended;
  }

  /** True once the portal says that it is ready; false when it ended, or the signal came, before that. */
  async isReady(signal: AbortSignal): Promise<boolean> {
    const stopped = Promise.withResolvers<false>();
    const stop = () => stopped.resolve(false);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    const isReady = await Promise.race([this.#ready, stopped.promise]);
    signal.removeEventListener('abort', stop);
    return isReady;
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
