import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeptByHash } from '../check/kept-by-hash.ts';
import { root } from '../steps.ts';
import { type ReadText, textsIn, textsOfDocument } from './texts-in.ts';

const PRODUCT = /^(?:apps|packages)\/[^/]+\/src\/|^scripts\/(?:demo|build|dev)/;
const NO_PRODUCT = /\.test\.tsx?$|\/test-[^/]+$|-schema\.ts$|\/(?:testing|test-support|suite|harness)\//;

/** Every text of the product and its documents, in the order of their paths. */
export function productTexts(): ReadText[] {
  const kept = new KeptByHash<readonly ReadText[]>('texts', join(import.meta.dirname, 'texts-in.ts'));
  const texts = listed().flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    if (path.endsWith('.md')) return textsOfDocument(path, source);
    if (/\.(?:html|webmanifest)$/.test(path)) return textsOfMarkup(path, source);
    return kept.of(path, source, () => textsIn(path, source));
  });
  kept.save();
  return texts;
}

function listed(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 }).split('\n');
  return paths.filter(isRead).sort();
}

function isRead(path: string): boolean {
  if (path.endsWith('.md')) return true;
  if (/^apps\/web\/(?!src\/).*\.(?:html|webmanifest)$/.test(path)) return true;
  return /\.tsx?$/.test(path) && PRODUCT.test(path) && !NO_PRODUCT.test(path);
}

/** The lines of a page or manifest that hold words. */
function textsOfMarkup(path: string, source: string): ReadText[] {
  return source.split('\n').flatMap((line, at): ReadText[] => {
    const text = line.trim();
    return /[A-Za-z]{3}/.test(text) ? [{ path, line: at + 1, kind: 'text', text }] : [];
  });
}
