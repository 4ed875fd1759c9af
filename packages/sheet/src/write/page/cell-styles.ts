import { limits } from '@sheetwire/contract/limits';
import type { CellStyle } from '../../cell-style.ts';

/** The looks of a workbook, each once, numbered by first use; 0 is the plain one. */
export class CellStyles {
  readonly list: CellStyle[];
  readonly #numbers = new Map<string, number>();
  readonly #formats = new Set<string>(['General']);

  constructor(plain: CellStyle) {
    this.list = [plain];
    this.#numbers.set(JSON.stringify(plain), 0);
  }

  get plain(): CellStyle {
    return this.list[0] ?? missing();
  }

  /** Whether one more number format fits into the file. */
  mayFormat(format: string): boolean {
    return this.#formats.has(format) || this.#formats.size < limits.export.formats;
  }

  numberOf(style: CellStyle): number {
    const key = JSON.stringify(style);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.list.length >= limits.export.styles) return 0;
    this.#formats.add(style.format);
    this.list.push(style);
    this.#numbers.set(key, this.list.length - 1);
    return this.list.length - 1;
  }
}

function missing(): never {
  throw new RangeError('A workbook has a plain look');
}
