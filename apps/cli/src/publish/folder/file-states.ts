import { type ExitName, exits } from '@sheetwire/contract/exits';
import type { Topic } from '@sheetwire/rules/topic';
import * as z from 'zod/mini';
import type { Stop } from '#exit.ts';

/** How a file of a folder stands, in the word of its line. */
export const fileState = z.object({
  file: z.string(),
  topic: z.string(),
  state: z.enum(['waiting', 'published', 'broken', 'refused', 'held', 'unsent', 'taken', 'gone']),
  /** The version that viewers see, if this publisher made or found one. */
  version: z.optional(z.number()),
  sinceUtc: z.string(),
  /** What is wrong. */
  words: z.optional(z.string()),
});
export type FileState = z.output<typeof fileState>;
export type StateWord = FileState['state'];

/** What a command ends with for a file in this state; nothing for one that is as it should be. */
export const exitOfState: Readonly<Record<StateWord, ExitName | undefined>> = {
  waiting: undefined,
  published: undefined,
  gone: undefined,
  broken: 'file',
  refused: 'notAllowed',
  held: 'conflict',
  unsent: 'network',
  taken: 'conflict',
};

interface Change {
  readonly file: string;
  readonly topic: Topic;
  readonly state: StateWord;
  readonly version?: number;
  readonly words?: string;
}

/** The states of all files of a folder; those of files that are gone are kept for a while. */
export class FileStates {
  readonly #states = new Map<string, FileState>();
  readonly #now: () => Date;
  readonly #goneMost: number;
  readonly #changed: () => void;

  constructor({ now, goneMost, changed }: { now: () => Date; goneMost: number; changed: () => void }) {
    this.#now = now;
    this.#goneMost = goneMost;
    this.#changed = changed;
  }

  /** A state without a version keeps the one that is known. */
  set({ file, topic, state, version, words }: Change): void {
    const before = this.#states.get(file);
    const known = version ?? (before?.topic === topic ? before.version : undefined);
    this.#states.delete(file);
    this.#states.set(file, {
      file,
      topic,
      state,
      sinceUtc: this.#now().toISOString(),
      ...(known !== undefined && { version: known }),
      ...(words !== undefined && { words }),
    });
    if (state === 'gone') this.#dropGone();
    this.#changed();
  }

  get(file: string): FileState | undefined {
    return this.#states.get(file);
  }

  /** By the names of the files. */
  list(): FileState[] {
    return [...this.#states.values()].toSorted((one, other) => (one.file < other.file ? -1 : 1));
  }

  #dropGone(): void {
    const gone = [...this.#states.values()].filter(({ state }) => state === 'gone');
    for (const { file } of gone.slice(0, Math.max(0, gone.length - this.#goneMost))) this.#states.delete(file);
  }
}

/** How many files stand how: `12 files: 10 published, 1 broken, 1 refused`. */
export function countWords(states: readonly FileState[]): string {
  const counts = new Map<StateWord, number>();
  for (const { state } of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  const words = [...counts].map(([state, count]) => `${count} ${stateWords[state]}`);
  const files = states.length === 1 ? '1 file' : `${states.length} files`;
  return words.length === 0 ? files : `${files}: ${words.join(', ')}`;
}

/** As a line says it. */
export const stateWords: Readonly<Record<StateWord, string>> = {
  waiting: 'waiting',
  published: 'published',
  broken: 'broken',
  refused: 'refused',
  held: 'on hold',
  unsent: 'not sent',
  taken: 'same report',
  gone: 'gone',
};

/** What happens next to a watched file in this state. */
export function nextOf(state: StateWord): string {
  if (state === 'broken') return '; waiting for the next save';
  return state === 'held' ? '; waiting for the release' : '; trying again later';
}

/** The state of a file whose publish ended so. */
export function stateOf({ exit }: Pick<Stop, 'exit'>): StateWord {
  if (exit === exits.file) return 'broken';
  return exit === exits.network ? 'unsent' : 'refused';
}

/** `1 file`, `2,000 files`. */
export function countOf(files: number): string {
  return files === 1 ? '1 file' : `${files.toLocaleString('en-US')} files`;
}
