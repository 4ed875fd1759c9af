import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from '../check/figures.ts';
import { root } from '../steps.ts';
import { productTexts } from './product-texts.ts';
import { ruledOutWords, slipsIn } from './ruled-out.ts';

/** Texts and documents that use words which are ruled out (wording 4); the page itself names them. */
export function wordingFigure(): Figure {
  const words = ruledOutWords();
  const texts = productTexts();
  const documents = [...new Set(texts.map(({ path }) => path))].filter((path) => path.endsWith('.md'));
  const slips = [
    ...texts.filter(({ path }) => !path.endsWith('.md')).flatMap((one) => slipsIn(one, one.text, words)),
    ...documents
      .filter((path) => path !== 'docs/reference/wording.md')
      .flatMap((path) => slipsIn({ path, line: 1 }, withoutCode(readFileSync(join(root, path), 'utf8')), words)),
  ];
  const where = slips.map(({ path, line, words: one }) => `${path}:${line} "${one}"`);
  return { name: 'words of texts that are ruled out (wording 4)', value: where.length, aim: 0, where };
}

/** The document without its code blocks and the titles of tests, which it only cites, with as many lines. */
function withoutCode(markdown: string): string {
  const blank = (part: string) => part.replaceAll(/[^\n]/g, '');
  return markdown.replaceAll(/^```[\s\S]*?^```/gm, blank).replaceAll(/\.test\.tsx?\): [^|<\n]*/g, blank);
}
