import type { Control } from '#report/clean/controls.ts';
import type { ReadCells } from './read-cells.ts';

/** A cleaned page with the controls that stand on it. */
export interface CleanedPage {
  readonly html: string;
  readonly controls: readonly Control[];
  readonly cellCount: number;
}

/** What the engine needs of the cleaner; large pages are cleaned off the event loop (safety 1). */
export interface Cleaner {
  readonly version: number;
  cleanPage(html: string): Promise<CleanedPage>;
  cleanCell(html: string): { readonly html: string; readonly controls: readonly Control[] };
  /** Reads and cleans the body of a publish of cells off the event loop. */
  readCells(body: Uint8Array): Promise<ReadCells>;
  cleanStyle(css: string): string;
  /** `H4…` text to HTML, anything else as it is; refuses what cannot be decoded within `cap` bytes. */
  decode(html: string, cap: number): string;
}
