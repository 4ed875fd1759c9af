import { limits } from '@sheetwire/contract/limits';
import { cutEnds } from '../../cut-ends.ts';

/** Names of sheets as spreadsheets take them: 31 characters, no `[ ] : * ? / \`, no quote at an end, each once. */
export class SheetNames {
  readonly #taken: Set<string>;

  constructor(reserved: readonly string[] = []) {
    this.#taken = new Set(reserved.map((name) => name.toLowerCase()));
  }

  take(name: string): string {
    const clean = cut(
      name
        .replace(/[[\]:*?/\\\0-\x1f]/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
      limits.export.sheetName,
    );
    const base = cutEnds(clean, "'").trim() || 'Page';
    for (let n = 1; ; n++) {
      const behind = n === 1 ? '' : ` (${n})`;
      const candidate = cut(base, limits.export.sheetName - behind.length).trimEnd() + behind;
      const key = candidate.toLowerCase();
      // A name that spreadsheets keep for themselves.
      if (key === 'history' || this.#taken.has(key)) continue;
      this.#taken.add(key);
      return candidate;
    }
  }
}

/** Never through the middle of a letter of two units. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}
