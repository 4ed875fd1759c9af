import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { root } from '../steps.ts';
import { KeptByHash } from './kept-by-hash.ts';

/** A TypeScript file of the project with what can be counted in it. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly isTest: boolean;
  readonly functions: readonly FunctionFigures[];
  /** Type assertions, `as const` not counted. */
  readonly casts: number;
  readonly commentLines: number;
  /** Their texts. */
  readonly comments: readonly string[];
}

export interface FunctionFigures {
  readonly path: string;
  readonly line: number;
  readonly lines: number;
  readonly branches: number;
}

type Node = Readonly<Record<string, unknown>>;

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const BRANCHES = new Set([
  'IfStatement',
  'ConditionalExpression',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'DoWhileStatement',
  'CatchClause',
]);

/** Every TypeScript file that git knows or would add, tests apart from code. */
export function sourceFiles(): SourceFile[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
  const kept = new KeptByHash<Seen>('sources', import.meta.filename);
  const files = listed
    .split('\n')
    .filter(Boolean)
    .map((path): SourceFile => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, ...kept.of(path, text, () => seenIn(path, text)) };
    });
  kept.save();
  return files;
}

type Seen = Omit<SourceFile, 'path' | 'text'>;

/** The folder a file lies in. */
export function folderOf(file: SourceFile): string {
  return dirname(file.path);
}

function seenIn(path: string, text: string): Seen {
  const { program, comments } = parseSync(path, text);
  const found: Found = { path, text, functions: [], casts: 0 };
  visit(program, found);
  const isTest = /\.test\.tsx?$|^e2e\/|^bench\/|\/(?:testing|test-support|suite|harness)\//.test(path);
  const commentLines = comments.reduce((sum, { start, end }) => sum + lineCount(text.slice(start, end)), 0);
  return {
    lines: lineCount(text) - 1,
    isTest,
    functions: found.functions,
    casts: found.casts,
    commentLines,
    comments: comments.map(({ value }) => value),
  };
}

interface Found {
  readonly path: string;
  readonly text: string;
  readonly functions: FunctionFigures[];
  casts: number;
}

function visit(node: unknown, found: Found): number {
  if (Array.isArray(node)) return node.reduce((sum: number, child) => sum + visit(child, found), 0);
  if (!isNode(node)) return 0;
  const branches = Object.values(node).reduce((sum: number, child) => sum + visit(child, found), 0);
  if (node.type === 'TSAsExpression' && !isConst(node)) found.casts++;
  if (!FUNCTIONS.has(String(node.type))) return branches + (isBranch(node) ? 1 : 0);
  found.functions.push({
    path: found.path,
    line: lineCount(found.text.slice(0, Number(node.start))),
    lines: lineCount(found.text.slice(Number(node.start), Number(node.end))),
    branches,
  });
  return 0;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function isBranch(node: Node): boolean {
  return BRANCHES.has(String(node.type)) || (node.type === 'SwitchCase' && node.test !== null);
}

function isConst(node: Node): boolean {
  const name = isNode(node.typeAnnotation) ? node.typeAnnotation.typeName : undefined;
  return isNode(name) && name.name === 'const';
}

function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
