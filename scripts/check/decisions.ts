import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../steps.ts';

const FOLDER = join(root, 'docs/decisions');
/** `Accepted on 2026-11-21.`, with the day of its last change where there was one. */
const STATUS =
  /^((?:Accepted|Proposed|Replaced by \[\d+\]\([\w.-]+\)) on \d{4}-\d\d-\d\d(?:, changed on \d{4}-\d\d-\d\d)?)\.$/m;

/** A page of docs/decisions. */
export interface Decision {
  readonly file: string;
  readonly text: string;
}

export function readDecisions(): { readonly index: string; readonly pages: readonly Decision[] } {
  const files = readdirSync(FOLDER).filter((file) => /^\d{4}-.*\.md$/.test(file));
  const pages = files.sort().map((file) => ({ file, text: readFileSync(join(FOLDER, file), 'utf8') }));
  return { index: readFileSync(join(FOLDER, 'README.md'), 'utf8'), pages };
}

/** Pages without their number, title or status, and rows of the index that say something else than the page, or twice. */
export function decisionFaults(index: string, pages: readonly Decision[]): string[] {
  const listed = [...index.matchAll(/^\| \[\d+\]\(([^)]+)\) \| .+ \|$/gm)].map(([row, file = '']) => ({ row, file }));
  const rows = new Map(listed.map(({ row, file }) => [file, row]));
  const again = listed.filter(({ file }, at) => listed.findIndex((other) => other.file === file) < at);
  const missing = [...rows.keys()].filter((file) => !pages.some((page) => page.file === file));
  const faults = pages.flatMap((page) => {
    const row = rowOf(page);
    if (row === undefined)
      return [`${page.file}: begin with "# ${numberOf(page)}. Title" and "Accepted on yyyy-mm-dd."`];
    return rows.get(page.file) === row ? [] : [`${page.file}: its row in README.md has to be ${row}`];
  });
  return [
    ...faults,
    ...missing.map((file) => `README.md: ${file} is not there`),
    ...again.map(({ file }) => `README.md: ${file} has two rows`),
  ];
}

/** The row of the index that a page asks for. */
function rowOf(page: Decision): string | undefined {
  const number = numberOf(page);
  const title = new RegExp(`^# ${number}\\. (.+)$`, 'm').exec(page.text)?.[1];
  const status = STATUS.exec(page.text)?.[1];
  return title && status && `| [${number}](${page.file}) | ${title} | ${status} |`;
}

function numberOf({ file }: Decision): number {
  return Number(file.slice(0, 4));
}
