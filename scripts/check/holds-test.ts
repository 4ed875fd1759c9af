import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../steps.ts';

/** True for a test or a group of tests of exactly this title, which is run, by `npm test` or the soak. */
export function holdsTest(source: string, title: string): boolean {
  const quoted = title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const before = /(?:\b(?:test|soakTest|describe)(?:\.each\([^;]*?\))?|\))\(\s*/.source;
  return new RegExp(`${before}(['"\`])${quoted}\\1`).test(source);
}

/** What a cell of a page of docs names, `[file](../path): title` or `[file, soak](../path): title` between line breaks, that is not there. */
export function missingTests(cell: string): string[] {
  return cell.split('<br>').filter((named) => {
    const [, name = '', path = '', title = ''] = /^\[([^\],]+)(?:, soak)?\]\(\.\.\/([^)]+)\): (.+)$/.exec(named) ?? [];
    const file = join(root, path);
    const isThere = path.endsWith(`/${name}`) && existsSync(file);
    return !isThere || !holdsTest(readFileSync(file, 'utf8'), title.replaceAll('\\|', '|'));
  });
}
