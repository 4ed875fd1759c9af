import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { renderFile } from './render-file.ts';
import { hostileBooks } from './test-support/hostile-books.ts';
import { WorkbookError } from './workbook-error.ts';

const MiB = 1024 * 1024;
const memoryMost = 512 * MiB;
const lookMs = 10;

let before = 0;
let most = 0;
let looks: NodeJS.Timeout;
beforeEach(() => {
  before = process.memoryUsage.rss();
  most = before;
  looks = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, lookMs);
});
afterEach(() => clearInterval(looks));

/** One in four is sent to a portal (e2e/hostile): here are the others, and all in the soak. */
const tried = hostileBooks.filter((_, n) => process.env.SHEETWIRE_SOAK === 'yes' || n % 4 !== 1);

/** Counted work ends in a sentence of its own; time and memory run out only where nothing was counted. */
const uncounted = /took too long|needs too much memory|could not be read/;

describe('a hostile file ends in its sentence, within memory, by what was counted', () => {
  test.each(tried)('$name', async ({ bytes, ending = 'xlsx', sentence }) => {
    const answer = await renderFile({ bytes: bytes(), name: `book.${ending}` }).catch((error: unknown) => error);
    expect(answer).toBeInstanceOf(WorkbookError);
    const message = answer instanceof WorkbookError ? answer.message : '';
    expect(message).toMatch(sentence);
    expect(message).toMatch(/^[A-Z][^\n]{10,250}\.$/);
    expect(message).not.toMatch(uncounted);
    expect(most - before).toBeLessThan(memoryMost);
  });
});
