import type { Terminal } from '#terminal.ts';

/** A terminal that keeps what was said; `end` is Ctrl-C. */
export class TestTerminal implements Terminal {
  readonly env: Record<string, string | undefined>;
  readonly said: string[] = [];
  readonly warned: string[] = [];
  /** How long was waited, each time; nothing waits in truth. */
  readonly waits: number[] = [];
  /** Called before each wait. */
  onWait: () => Promise<void> = async () => undefined;
  #now = 0;
  readonly #stdin: string;
  readonly #ending = new AbortController();
  readonly #waiting: { text: string; resolve: () => void }[] = [];

  constructor({ env = {}, stdin = '' }: { env?: Record<string, string | undefined>; stdin?: string } = {}) {
    this.env = env;
    this.#stdin = stdin;
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  now(): number {
    return this.#now;
  }

  async wait(time: number): Promise<void> {
    this.waits.push(time);
    await this.onWait();
    this.#now += time;
    this.signal.throwIfAborted();
  }

  say(line: string): void {
    this.said.push(line);
    this.#heard(line);
  }

  warn(line: string): void {
    this.warned.push(line);
    this.#heard(line);
  }

  async readStdin(): Promise<string> {
    return this.#stdin;
  }

  end(): void {
    this.#ending.abort();
  }

  /** Resolves once a line holds the text, in either stream. */
  line(text: string): Promise<void> {
    if ([...this.said, ...this.warned].some((line) => line.includes(text))) return Promise.resolve();
    return new Promise((resolve) => void this.#waiting.push({ text, resolve }));
  }

  #heard(line: string): void {
    for (const { text, resolve } of this.#waiting) if (line.includes(text)) resolve();
  }
}
