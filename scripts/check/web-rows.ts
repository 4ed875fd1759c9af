import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../steps.ts';

const WEB = 'apps/web/src/';
/** Of code: texts that are taken as they stand (`?raw`) lie where they are written. */
const IMPORT = /(?:\bfrom |\bimport\(|\bimport )'([#.][^'?]+)'/g;

interface ImportingFile {
  readonly path: string;
  readonly text: string;
}

/** The rows that docs/architecture.md draws, from the lowest up; a folder imports from rows below its own. */
export function drawnRows(): string[][] {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const [, section = ''] = text.split('## The rows of the web\n');
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

/** The imports of the web that run against the rows, or between folders of one row, or are of a folder in none. */
export function importsAgainst(rows: readonly (readonly string[])[], files: readonly ImportingFile[]): string[] {
  const rowOf = new Map(rows.flatMap((names, row) => names.map((name) => [name, row])));
  return files
    .filter(({ path }) => path.startsWith(WEB))
    .flatMap(({ path, text }) => {
      const own = path.slice(WEB.length);
      const folder = folderOf(own);
      const imported = [...text.matchAll(IMPORT)].map(([, name = '']) => folderOf(targetOf(own, name)));
      const row = rowOf.get(folder) ?? -1;
      const isAgainst = (other: string) => other !== folder && (rowOf.get(other) ?? rows.length) >= row;
      return [...new Set(imported)].filter(isAgainst).map((other) => `${path} -> ${other}`);
    });
}

function targetOf(from: string, name: string): string {
  return name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(from), name);
}

/** A feature has a row of its own; so has a file that lies in none. */
function folderOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return (first === 'features' ? second : first).replace(/\.tsx?$/, '');
}
