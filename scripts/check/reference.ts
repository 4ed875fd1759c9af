import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../steps.ts';
import { type Page, type Reference, readPage } from './citations.ts';

const FOLDER = join(root, 'docs/reference');
/** A row of the index: the word in a comment, and the page that it means. */
const ROW = /^\| `([a-z]+)[^`]*` \| \[[^\]]+\]\(([\w.-]+\.md)\) \|/gm;

/** What `interfaces 7` and its like mean, by the table of docs/reference/README.md; `decision 7` is a page of docs/decisions. */
export function readReference(): Reference {
  const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const pages = [...index.matchAll(ROW)].map(([, word = '', file = '']): [string, Page] => [
    word,
    readPage(readFileSync(join(FOLDER, file), 'utf8')),
  ]);
  return new Map([...pages, ['decision', decisionPages()]]);
}

/** The numbers of the decisions, by their files. */
function decisionPages(): Page {
  const numbers = readdirSync(join(root, 'docs/decisions')).map((file) => /^(\d{4})-/.exec(file)?.[1]);
  return {
    sections: new Set(numbers.filter((one) => one !== undefined).map((one) => String(Number(one)))),
    names: new Map(),
  };
}
