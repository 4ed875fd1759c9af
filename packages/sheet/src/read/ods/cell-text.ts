import { limits } from '@sheetwire/contract/limits';
import type { Font } from '../../cell-style.ts';
import type { TextRun } from '../../model.ts';
import { WorkbookError } from '../../workbook-error.ts';
import { bytesOf, type ReadBudget, spendMemory } from '../read-budget.ts';
import { ownText } from '../shared-strings.ts';
import { type Attributes, whole } from '../xml.ts';

/** The text of a cell with its runs and the first link in it. */
export interface CellText {
  readonly text: string;
  readonly runs: readonly TextRun[] | undefined;
  readonly href: string | undefined;
}

/** Reads the paragraphs of a cell: white space runs together, as in the format's own words (OpenDocument 1.3, 6.1.2). */
export class CellTextReader {
  readonly #budget: ReadBudget;
  readonly #fontOf: (style: string) => Partial<Font> | undefined;
  #runs: TextRun[] = [];
  #text = '';
  #paragraphs = 0;
  #isOpen = false;
  #endsInSpace = true;
  /** The letters of the spans that are open, from the outermost. */
  readonly #spans: (Partial<Font> | undefined)[] = [];
  #href: string | undefined;

  constructor(budget: ReadBudget, fontOf: (style: string) => Partial<Font> | undefined) {
    this.#budget = budget;
    this.#fontOf = fontOf;
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'p':
        if (this.#paragraphs++ > 0) this.#add('\n');
        this.#isOpen = true;
        this.#endsInSpace = true;
        break;
      case 'span':
        this.#cut();
        this.#spans.push(joined(this.#spans.at(-1), this.#fontOf(attributes[':style-name'] ?? '')));
        break;
      case 'a':
        this.#href ??= attributes[':href'];
        break;
      case 's':
        this.#add(' '.repeat(Math.max(1, Math.min(whole(attributes[':c']) ?? 1, limits.workbook.runsOfText))));
        break;
      case 'tab':
        this.#add('\t');
        break;
      case 'line-break':
        this.#add('\n');
        break;
    }
  }

  close(name: string): void {
    if (name === 'p') this.#isOpen = false;
    if (name !== 'span' || this.#spans.length === 0) return;
    this.#cut();
    this.#spans.pop();
  }

  text(text: string): void {
    if (!this.#isOpen) return;
    const plain = text.replace(/[ \t\r\n]+/g, ' ');
    const own = this.#endsInSpace && plain.startsWith(' ') ? plain.slice(1) : plain;
    if (own === '') return;
    this.#add(own);
    this.#endsInSpace = own.endsWith(' ');
  }

  /** What was read since the last call; undefined when the cell has no paragraph. */
  take(): CellText | undefined {
    if (this.#paragraphs === 0) return undefined;
    this.#cut();
    const runs = this.#runs;
    const href = this.#href;
    this.#runs = [];
    this.#paragraphs = 0;
    this.#href = undefined;
    this.#spans.length = 0;
    const text = runs.length === 1 ? (runs[0]?.text ?? '') : runs.map((run) => run.text).join('');
    return { text, runs: runs.some(({ font }) => font) ? runs : undefined, href };
  }

  #add(text: string): void {
    this.#text += text;
    this.#endsInSpace = false;
    this.#budget.texts.ensure(this.#text.length);
  }

  /** The text so far is a run. */
  #cut(): void {
    if (this.#text === '') return;
    const font = this.#spans.at(-1);
    this.#budget.texts.spend(this.#text.length);
    spendMemory(this.#budget, font ? bytesOf.run : bytesOf.text, this.#text);
    if (font || this.#runs.length > 0) this.#budget.runs.spend(1);
    if (this.#runs.length >= limits.workbook.runsOfText) throw new WorkbookError(tooManyRuns);
    this.#runs.push({ text: ownText(this.#text), font });
    this.#text = '';
  }
}

function joined(outer: Partial<Font> | undefined, own: Partial<Font> | undefined): Partial<Font> | undefined {
  return outer && own ? { ...outer, ...own } : (own ?? outer);
}

const tooManyRuns =
  'A text in the workbook changes font more often than a cell can have characters: clear its formatting.';
