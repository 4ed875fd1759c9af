import { strFromU8, unzipSync } from 'fflate';
import type { Workbook } from '../model.ts';
import { factsSheet } from '../write/report-book.ts';
import { verifyLabel } from '../write/report-facts.ts';
import { propertiesPath, verifyProperty } from '../write/xlsx/package-parts.ts';

/** Properties of a file are short. */
const MOST_BYTES = 65_536;
const MARKS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** The address that an exported workbook carries among its properties, else on its last sheet; undefined for none. */
export function verifyAddressOf(bytes: Uint8Array, book: Workbook): string | undefined {
  return inProperties(bytes) ?? onFactsSheet(book);
}

function inProperties(bytes: Uint8Array): string | undefined {
  const isWanted = ({ name, originalSize }: { name: string; originalSize: number }) =>
    name === propertiesPath && originalSize < MOST_BYTES;
  const part = unzipSync(bytes, { filter: isWanted })[propertiesPath];
  if (!part) return undefined;
  const [, own = ''] = strFromU8(part).split(` name="${verifyProperty}"`);
  const [, text] = own.split('<', 2)[1]?.split('>') ?? [];
  return text?.replace(/&\w+;/g, (mark) => MARKS[mark] ?? mark);
}

function onFactsSheet({ sheets }: Workbook): string | undefined {
  const rows = sheets.findLast(({ name }) => name === factsSheet)?.rows ?? [];
  for (const { cells } of rows) {
    const [label, value] = cells;
    if (label?.value === verifyLabel && typeof value?.value === 'string') return value.value;
  }
  return undefined;
}
