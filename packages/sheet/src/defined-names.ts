import type { DefinedName } from './model.ts';

/** The names of a workbook: that of a sheet stands before that of the whole workbook. */
export class DefinedNames {
  readonly #refers = new Map<string, string>();

  constructor(names: readonly DefinedName[]) {
    for (const { name, sheet, refers } of names) {
      const key = keyOf(name, sheet);
      if (!this.#refers.has(key)) this.#refers.set(key, refers);
    }
  }

  /** What a name stands for, as `name`, `Sheet!name`, `'P&L, day'!name` or `[0]!name` of the workbook; undefined for none. */
  refersOf(text: string, sheet?: string): string | undefined {
    const at = text.lastIndexOf('!');
    const name = text.slice(at + 1);
    const own = at < 0 ? sheet : unquoted(text.slice(0, at));
    return this.#refers.get(keyOf(name, own)) ?? this.#refers.get(keyOf(name, undefined));
  }

  /** The sheet that a name is looked up on. */
  static sheetOf(text: string): string | undefined {
    const at = text.lastIndexOf('!');
    return at < 0 ? undefined : unquoted(text.slice(0, at));
  }
}

function keyOf(name: string, sheet: string | undefined): string {
  return `${sheet?.toLowerCase() ?? ''}!${name.toLowerCase()}`;
}

function unquoted(text: string): string {
  return text.startsWith("'") && text.endsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : text;
}
