import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../steps.ts';

/** A file with its text, or with the files that it imports. */
export type Texts = ReadonlyMap<string, string>;
export type Imports = ReadonlyMap<string, ReadonlySet<string>>;

const FROM = /\bfrom '([^']+)'/g;

/** The texts of the packages and programs, tests left out, by path. */
export function codeTexts(): Texts {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--'];
  const globs = ['apps', 'packages'].flatMap((tree) => [`${tree}/*.ts`, `${tree}/*.tsx`]);
  const listed = execFileSync('git', [...args, ...globs], { cwd: root, encoding: 'utf8' }).split('\n');
  const paths = listed.filter((path) => path !== '' && !/\.test\.tsx?$/.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** What each file imports of the others: values and types alike, within its package and from others. */
export function importsOf(texts: Texts): Imports {
  return new Map(
    [...texts].map(([path, text]) => {
      const targets = [...text.matchAll(FROM)].map(([, name = '']) => targetOf(path, name));
      return [path, new Set(targets.filter((target) => texts.has(target)))];
    }),
  );
}

function targetOf(path: string, name: string): string {
  if (name.startsWith('.')) return posix.join(posix.dirname(path), name);
  if (name.startsWith('#')) return `${path.split('/', 2).join('/')}/src/${name.slice(1)}`;
  const [scope, folder, ...rest] = name.split('/');
  return scope === '@sheetwire' ? `packages/${folder}/src/${rest.join('/')}.ts` : '';
}

/** Files that lead back to themselves, with those on the way: none of them can be read without the others (Tarjan). */
export function circlesOfFiles(imports: Imports): string[][] {
  const walk: Walk = { imports, seen: new Map(), open: [], circles: [] };
  for (const path of imports.keys()) if (!walk.seen.has(path)) lowest(path, walk);
  return walk.circles.map((circle) => circle.sort()).sort((a, b) => b.length - a.length);
}

interface Walk {
  readonly imports: Imports;
  /** The order in which files were met; Infinity once what they belong to is known. */
  readonly seen: Map<string, number>;
  readonly open: string[];
  readonly circles: string[][];
}

/** The earliest file that a file leads back to; it calls itself once for each import on the way. */
function lowest(path: string, walk: Walk): number {
  const { imports, seen, open, circles } = walk;
  const own = seen.size;
  const place = open.push(path) - 1;
  seen.set(path, own);
  let low = own;
  for (const target of imports.get(path) ?? []) low = Math.min(low, seen.get(target) ?? lowest(target, walk));
  if (low < own) return low;
  const together = open.splice(place);
  for (const one of together) seen.set(one, Number.POSITIVE_INFINITY);
  if (together.length > 1) circles.push(together);
  return Number.POSITIVE_INFINITY;
}
