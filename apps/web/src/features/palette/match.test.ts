import { expect, test } from 'vitest';
import { folded, matched, wordsOf } from './match.ts';

/** The matching letters in brackets; '' when nothing matches. */
function marks(text: string, typed: string): string {
  const found = matched(folded(text), wordsOf(typed));
  if (!found) return '';
  return Array.from(text, (letter, n) => (found.at.includes(n) ? `[${letter}]` : letter)).join('');
}

function best(texts: readonly string[], typed: string): string[] {
  const score = (text: string) => matched(folded(text), wordsOf(typed))?.score ?? Number.NEGATIVE_INFINITY;
  return texts.filter((text) => marks(text, typed) !== '').toSorted((a, b) => score(b) - score(a));
}

test('letters are found whatever their case', () => {
  expect(marks('RATES/DAILY PNL', 'dai')).toBe('RATES/[D][A][I]LY PNL');
});

test('the start of a word beats the inside of one', () => {
  expect(marks('CORATE/RATES', 'rat')).toBe('CORATE/[R][A][T]ES');
  expect(best(['EQ/CORPORATE', 'RATES/DAILY'], 'rat')).toEqual(['RATES/DAILY', 'EQ/CORPORATE']);
});

test('words are found in any order, each for itself', () => {
  expect(marks('RATES/DAILY PNL', 'pnl rat')).toBe('[R][A][T]ES/DAILY [P][N][L]');
  expect(marks('RATES/DAILY PNL', 'pnl swaps')).toBe('');
});

test('initials and left-out letters find a name, after those that hold what is typed', () => {
  expect(marks('RATES/DAILY PNL', 'rdp')).toBe('[R]ATES/[D]AILY [P]NL');
  expect(marks('RATES/DAILY PNL', 'dly')).toBe('RATES/[D]AI[L][Y] PNL');
  expect(marks('DESK/DAILY', 'dly')).toBe('DESK/[D]AI[L][Y]');
  expect(best(['X/DAILY', 'X/DLY', 'X/DAY LIMITS YEARLY'], 'dly')).toEqual(['X/DLY', 'X/DAY LIMITS YEARLY', 'X/DAILY']);
});

test('letters that are scattered too wide find nothing', () => {
  expect(marks('A LONG NAME OF A REPORT ABOUT SWAPS', 'aps')).toBe('A LONG NAME OF A REPORT ABOUT SW[A][P][S]');
  expect(marks('ACCOUNTS PAYABLE OF MANY YEARS', 'cms')).toBe('');
});

test('a name with + is found by its spaced form, and by itself', () => {
  expect(marks('DESK/WEEK+END', 'week end')).toBe('DESK/[W][E][E][K]+[E][N][D]');
  expect(marks('DESK/WEEK+END', 'week+end')).toBe('DESK/[W][E][E][K]+[E][N][D]');
  expect(marks('DESK/WEEK END', 'week+end')).toBe('DESK/[W][E][E][K] [E][N][D]');
});

test('a letter that is longer in upper case moves no mark', () => {
  expect(marks('Straße/Tab', 'tab')).toBe('Straße/[T][a][b]');
  expect(marks('Straße/Tab', 'straße')).toBe('[S][t][r][a][ß][e]/Tab');
});
