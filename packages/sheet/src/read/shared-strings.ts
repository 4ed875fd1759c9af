import { limits } from '@sheetwire/contract/limits';
import type { TextRun } from '../model.ts';
import { WorkbookError } from '../workbook-error.ts';
import { type Palette, resolveColor } from './color.ts';
import { bytesOf, type ReadBudget, spendMemory } from './read-budget.ts';
import { addToFont, type FontChange } from './style-parts.ts';
import type { Theme } from './theme.ts';
import { type Attributes, parseXml } from './xml.ts';

export interface SharedText {
  readonly text: string;
  readonly runs?: readonly TextRun[];
}

/** Gathers a text with its runs from the children of `si` or `is`. */
export class TextReader {
  readonly #palette: Palette;
  readonly #theme: Theme;
  readonly #budget: ReadBudget;
  #runs: TextRun[] = [];
  #font: FontChange | undefined;
  #text = '';
  #isText = false;
  #isPhonetic = false;

  constructor(palette: Palette, theme: Theme, budget: ReadBudget) {
    this.#palette = palette;
    this.#theme = theme;
    this.#budget = budget;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 't') this.#isText = !this.#isPhonetic;
    else if (name === 'r') this.#font = undefined;
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'rPr') this.#font = {};
    else if (this.#font && name === 'color') this.#font.color = resolveColor(attributes, this.#palette);
    else if (this.#font) addToFont(this.#font, name, attributes, this.#theme);
  }

  text(text: string): void {
    if (!this.#isText) return;
    this.#text += text;
    this.#budget.texts.ensure(this.#text.length);
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false;
    if (name !== 't' || !this.#isText) return;
    this.#isText = false;
    this.#countRun();
    this.#runs.push({ text: ownText(this.#text), font: this.#font });
    this.#text = '';
  }

  /** A text without a look of its own costs but its characters. */
  #countRun(): void {
    this.#budget.texts.spend(this.#text.length);
    spendMemory(this.#budget, this.#font ? bytesOf.run : 0, this.#text);
    if (this.#font || this.#runs.length > 0) this.#budget.runs.spend(1);
    if (this.#runs.length >= limits.workbook.runsOfText) throw new WorkbookError(tooManyRuns);
  }

  /** The text read since the last call. */
  take(): SharedText {
    const runs = this.#runs;
    spendMemory(this.#budget, bytesOf.text);
    this.#runs = [];
    this.#font = undefined;
    const text = runs.length === 1 ? (runs[0]?.text ?? '') : runs.map((run) => run.text).join('');
    return runs.some((run) => run.font) ? { text, runs } : { text };
  }
}

const tooManyRuns =
  'A text in the workbook changes font more often than a cell can have characters: clear its formatting.';

/** The longest text that is copied out of what it was cut from. */
const copied = 12;

/** The plain text, as a copy: one cut from a long text would keep all of that in memory. */
export function ownText(text: string): string {
  const plain = plainText(text);
  return plain.length > copied ? ` ${plain}`.slice(1) : plain;
}

const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/** Text as it is shown: `_x000D_` escapes read, line ends as `\n`, nothing that HTML cannot hold. */
export function plainText(text: string): string {
  const read = text.includes('_x') ? text.replace(ESCAPED, unescaped) : text;
  const lines = read.includes('\r') ? read.replace(/\r\n?/g, '\n') : read;
  const clean = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(lines)
    ? lines.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '')
    : lines;
  return clean.isWellFormed() ? clean : clean.toWellFormed();
}

function unescaped(_whole: string, hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

/** Reads the shared texts of a workbook. */
export async function readSharedStrings(chunks: AsyncIterable<Uint8Array>, reader: TextReader): Promise<SharedText[]> {
  const texts: SharedText[] = [];
  await parseXml(chunks, {
    open(name, attributes) {
      reader.open(name, attributes);
    },
    text(text) {
      reader.text(text);
    },
    close(name) {
      if (name !== 'si') reader.close(name);
      else if (texts.length < limits.workbook.sharedTexts) texts.push(reader.take());
      else throw new WorkbookError('The workbook has too many texts to publish: publish a smaller workbook.');
    },
  });
  return texts;
}
