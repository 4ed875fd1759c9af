import { allCalls } from '@sheetwire/contract/calls';
import { type FunctionFigures, folderOf, type SourceFile } from './source-files.ts';
import { drawnRows, importsAgainst } from './web-rows.ts';

/** A figure of the source; lower is better unless it says otherwise (style, Figures we keep an eye on). */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly aim: number;
  /** The worst places, so that a breach can be found. */
  readonly where?: readonly string[];
}

/** Every figure of the source itself; documents.ts has those of documents and commits. */
export function figuresOf(files: readonly SourceFile[]): Figure[] {
  const code = files.filter((file) => !file.isTest);
  const functions = code.flatMap((file) => file.functions);
  return [...sizes(code), ...functionSizes(functions), ...places(files, code), webImports(files)];
}

function sizes(code: readonly SourceFile[]): Figure[] {
  const lines = code.map((file) => file.lines);
  const longest = [...code].sort((a, b) => b.lines - a.lines).slice(0, 3);
  const folders = new Map<string, number>();
  for (const file of code) folders.set(folderOf(file), (folders.get(folderOf(file)) ?? 0) + 1);
  const fullest = [...folders].sort((a, b) => b[1] - a[1])[0];
  return [
    { name: 'file lines, median', value: quantile(lines, 0.5), aim: 70 },
    { name: 'file lines, p95', value: quantile(lines, 0.95), aim: 200 },
    { name: 'file lines, longest', value: Math.max(...lines), aim: 300, where: longest.map((file) => file.path) },
    { name: 'files in the fullest folder', value: fullest?.[1] ?? 0, aim: 20, where: [fullest?.[0] ?? ''] },
  ];
}

function functionSizes(functions: readonly FunctionFigures[]): Figure[] {
  const plain = functions.filter((one) => !one.path.endsWith('.tsx'));
  const pages = functions.filter((one) => one.path.endsWith('.tsx'));
  const lines = functions.map((one) => one.lines);
  const branches = functions.map((one) => one.branches);
  return [
    { name: 'function lines, median', value: quantile(lines, 0.5), aim: 8 },
    { name: 'function lines, p95', value: quantile(lines, 0.95), aim: 40 },
    { name: 'function lines, longest', value: most(plain, 'lines'), aim: 60, where: worst(plain, 'lines') },
    { name: 'function lines, longest (tsx)', value: most(pages, 'lines'), aim: 90, where: worst(pages, 'lines') },
    { name: 'branches in a function, p95', value: quantile(branches, 0.95), aim: 5 },
    {
      name: 'branches in a function, most',
      value: most(functions, 'branches'),
      aim: 12,
      where: worst(functions, 'branches'),
    },
  ];
}

function webImports(files: readonly SourceFile[]): Figure {
  const where = importsAgainst(drawnRows(), files);
  return { name: 'imports of the web against its drawn rows', value: where.length, aim: 0, where };
}

function places(files: readonly SourceFile[], code: readonly SourceFile[]): Figure[] {
  const lines = sum(code.map((file) => file.lines));
  const testLines = sum(files.filter((file) => file.isTest).map((file) => file.lines));
  const casts = code.filter((file) => file.casts > 0).map((file) => `${file.path} ${file.casts}`);
  const paths = matching(
    code,
    /['"`]\/api\//,
    (path) => path.startsWith('packages/contract/') || path.startsWith('scripts/'),
  );
  const inserts = matching(
    code,
    /\.(?:innerHTML|outerHTML)\s*=|\.setHTML(?:Unsafe)?\(|insertAdjacentHTML|createContextualFragment/,
    (path) => path.startsWith('scripts/'),
  );
  const timers = matching(code, /set(?:Timeout|Interval)\([^;]*?,\s*\d[\d_]*\s*\)/, (path) =>
    path.startsWith('scripts/'),
  );
  return [
    {
      name: 'casts per 1,000 lines',
      value: round((1000 * sum(code.map((file) => file.casts))) / lines),
      aim: 1,
      where: casts,
    },
    { name: 'comment lines, %', value: round((100 * sum(code.map((file) => file.commentLines))) / lines), aim: 12 },
    { name: 'code lines per test line', value: round(lines / Math.max(1, testLines)), aim: 1 },
    { name: '/api/ strings outside the contract', value: paths.length, aim: 0, where: paths },
    { name: 'durations outside limits.ts', value: timers.length, aim: 0, where: timers },
    { name: 'files where report HTML enters the DOM', value: inserts.length, aim: 1, where: inserts },
    {
      name: 'calls of the contract without a route of their own',
      value: unbuilt(code).length,
      aim: 0,
      where: unbuilt(code),
    },
  ];
}

/** Calls that still answer 501. */
function unbuilt(code: readonly SourceFile[]): string[] {
  const areas = code
    .filter((file) => file.path.startsWith('apps/server/src/areas/'))
    .map((file) => file.text)
    .join('\n');
  return [...allCalls.keys()].filter((name) => !areas.includes(`calls.${name.split('.')[1]},`));
}

function matching(files: readonly SourceFile[], pattern: RegExp, isFree: (path: string) => boolean): string[] {
  return files.filter((file) => !isFree(file.path) && pattern.test(file.text)).map((file) => file.path);
}

function worst(functions: readonly FunctionFigures[], key: 'lines' | 'branches'): string[] {
  const sorted = [...functions].sort((a, b) => b[key] - a[key]);
  return sorted.slice(0, 3).map((one) => `${one.path}:${one.line} ${one[key]}`);
}

function most(functions: readonly FunctionFigures[], key: 'lines' | 'branches'): number {
  return functions.reduce((max, one) => Math.max(max, one[key]), 0);
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
