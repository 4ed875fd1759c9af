import type { CommandName } from '../commands.ts';

/** One command on its way to the writer thread; `at` is the clock of the main thread. */
export interface Job {
  readonly id: number;
  readonly name: CommandName;
  readonly args: unknown;
  readonly at: number;
}

/** What is asked of the writer thread: a database first, then what is done to it. */
export type ToWriter = { readonly kind: 'open'; readonly file: string } | ToOpenWriter;

export type ToOpenWriter =
  | { readonly kind: 'jobs'; readonly jobs: readonly Job[] }
  | { readonly kind: 'backup'; readonly id: number; readonly file: string }
  | { readonly kind: 'close' };

export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  /** Memory of the value that changes threads with it. */
  readonly moved?: readonly ArrayBuffer[];
  readonly fault?: { readonly message: string; readonly code: string };
}

/** What the writer thread says. */
export type FromWriter =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answers'; readonly answers: readonly Answer[] }
  | { readonly kind: 'closed' };
