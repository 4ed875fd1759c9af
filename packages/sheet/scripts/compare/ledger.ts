import { relative } from 'node:path';
import { reasonFor } from './accepted.ts';
import type { Difference } from './looks.ts';

export const kinds = ['texts', 'colors', 'fonts', 'alignment', 'charts'] as const;
export type Kind = (typeof kinds)[number];

export interface Count {
  equal: number;
  /** Different for a reason that is listed. */
  listed: number;
  open: number;
}

/** Counts what is equal, what is different for a reason, and what is different without one. */
export class Ledger {
  readonly counts: Record<Kind, Count>;
  readonly #data: string;
  readonly #known: ReadonlySet<string>;
  #file = '';
  #open: string[] = [];

  /** `listed` is a page whose list items are differences that are as they should be. */
  constructor(data: string, listed: string) {
    const none = (): Count => ({ equal: 0, listed: 0, open: 0 });
    this.counts = { texts: none(), colors: none(), fonts: none(), alignment: none(), charts: none() };
    this.#data = data;
    const items = listed.split('\n').filter((line) => line.startsWith('- '));
    this.#known = new Set(items.map((line) => line.slice(2)));
  }

  open(file: string): void {
    this.#file = relative(this.#data, file);
    this.#open = [];
  }

  equal(kind: Kind, count = 1): void {
    this.counts[kind].equal += count;
  }

  tell(kind: Kind, sheet: string, difference: Difference): void {
    const { cell, what, ours, theirs } = difference;
    const line = `${what}: \`${ours}\`, LibreOffice \`${theirs}\``;
    const isListed = this.#known.has(line) || reasonFor({ file: this.#file, sheet, kind, ...difference }) !== undefined;
    this.counts[kind][isListed ? 'listed' : 'open']++;
    if (!isListed) this.#open.push(`  ${kind}  ${sheet} ${cell}  ${line}`);
  }

  fault(words: string): void {
    this.#open.push(`  LibreOffice could not read it: ${words}`);
  }

  /** The file with what is open of it; nothing for one without. */
  close(): string[] {
    return this.#open.length === 0 ? [] : [this.#file, ...this.#open];
  }
}
