import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../steps.ts';

const LINK = /\]\(([^()\s]+)\)/g;
const CODE = /^```[\s\S]*?^```|`[^`\n]*`/gm;

/** Links of a page that lead to no file of this project, or to no heading of it. */
export function deadLinks(path: string, markdown: string): string[] {
  const targets = [...markdown.replace(CODE, '').matchAll(LINK)].map(([, target = '']) => target);
  return targets.filter((target) => !/^(?:https?|mailto):/.test(target) && !leads(path, target));
}

function leads(path: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const found = file === '' ? join(root, path) : join(root, dirname(path), file);
  if (relative(root, found).startsWith('..') || !existsSync(found)) return false;
  return anchor === undefined || anchorsOf(readFileSync(found, 'utf8')).has(anchor);
}

/** The anchors that a forge gives the headings of a page. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const headings = [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
