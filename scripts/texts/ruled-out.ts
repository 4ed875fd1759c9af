import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../steps.ts';

const WORDING = 'docs/reference/wording.md';

/** A place where a text uses words that are ruled out (wording 4). */
export interface Slip {
  readonly path: string;
  readonly line: number;
  readonly words: string;
}

/** The words that are ruled out, by the table of the page (wording 4). */
export function ruledOutWords(wording: string = readFileSync(join(root, WORDING), 'utf8')): string[] {
  const section = /^## 4\.[\s\S]*?(?=^## 5\.)/m.exec(wording)?.[0] ?? '';
  const rows = [...section.matchAll(/^\| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm)].map(([, cell = '']) => cell.trim());
  return rows.filter((cell) => cell !== 'not' && !cell.startsWith('---')).flatMap((cell) => cell.split(' / '));
}

/** Where the words stand in a text, whatever its line breaks; `line` is that of its first character. */
export function slipsIn(at: Omit<Slip, 'words'>, text: string, words: readonly string[]): Slip[] {
  const flat = text.toLowerCase();
  return words.flatMap((one) => {
    const found = [...flat.matchAll(expressionOf(one))];
    return found.map(({ index }) => ({ path: at.path, line: at.line + lineBreaks(flat.slice(0, index)), words: one }));
  });
}

function expressionOf(words: string): RegExp {
  const parts = words.toLowerCase().split(' ');
  return new RegExp(`(?<![\\w-])${parts.map(escaped).join('\\s+')}(?![\\w-])`, 'g');
}

function escaped(word: string): string {
  return word.replaceAll(/[^\w ]/g, (sign) => `\\${sign}`);
}

function lineBreaks(text: string): number {
  return text.split('\n').length - 1;
}
