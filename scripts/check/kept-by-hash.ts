import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../steps.ts';

const FOLDER = join(root, 'node_modules/.cache/checks');

interface Kept<T> {
  /** The hash of the code that found it. */
  readonly code: string;
  readonly found: Readonly<Record<string, T>>;
}

/**
 * What was found in texts, kept beside what is installed: by the hash of each text with its path, and for as long as the
 * code that looks into them is the same.
 */
export class KeptByHash<T> {
  readonly #code: string;
  readonly #file: string;
  readonly #known: Readonly<Record<string, T>>;
  readonly #used: Record<string, T> = {};
  #isNew = false;

  constructor(name: string, code: string, folder: string = FOLDER) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, `${name}.json`);
    this.#code = hash('sha256', readFileSync(code, 'utf8'));
    const kept: Kept<T> = existsSync(this.#file)
      ? JSON.parse(readFileSync(this.#file, 'utf8'))
      : { code: '', found: {} };
    this.#known = kept.code === this.#code ? kept.found : {};
  }

  /** What is found in the text: as it is kept, or looked for now. */
  of(path: string, text: string, find: () => T): T {
    const key = hash('sha256', `${path}\n${text}`);
    const known = this.#known[key];
    const found = known ?? find();
    this.#isNew ||= known === undefined;
    this.#used[key] = found;
    return found;
  }

  /** Keeps what was asked for since it was opened, and nothing else. */
  save(): void {
    const isLess = Object.keys(this.#used).length < Object.keys(this.#known).length;
    if (!this.#isNew && !isLess) return;
    // Several checks may run at once: each leaves a whole file.
    const draft = `${this.#file}.${process.pid}`;
    const kept: Kept<T> = { code: this.#code, found: this.#used };
    writeFileSync(draft, JSON.stringify(kept));
    renameSync(draft, this.#file);
  }
}
