import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { parseSync } from 'vite';
import { say } from '../steps.ts';
import type { Figure } from './figures.ts';
import { KeptByHash } from './kept-by-hash.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

/** An expression as it stands in a file; one that is put together at run time is known by its file alone. */
export interface Expression {
  readonly path: string;
  readonly pattern: string;
  readonly flags: string;
}

/** What is known of expressions: those found to take linear time, and those that need not, with the reason. */
interface Known {
  readonly linear: readonly string[];
  readonly allowed: Readonly<Record<string, string>>;
}

type Source = Pick<SourceFile, 'path' | 'text' | 'isTest'>;

const KNOWN = join(import.meta.dirname, 'expressions.json');
/** One that takes longer to look into counts as not linear (ms). */
const PATIENCE = 10_000;
const AT_RUN_TIME = '(at run time)';

/** Every regular expression of a source. */
export function expressionsIn(path: string, text: string): Expression[] {
  const found: Expression[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    if ('regex' in node && isPattern(node.regex)) found.push({ path, ...node.regex });
    if (isMadeAtRunTime(node)) found.push({ path, pattern: AT_RUN_TIME, flags: '' });
    Object.values(node).forEach(visit);
  };
  visit(parseSync(path, text).program);
  return found;
}

function isPattern(value: unknown): value is { readonly pattern: string; readonly flags: string } {
  return typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value;
}

function isMadeAtRunTime(node: object): boolean {
  const callee = 'callee' in node && typeof node.callee === 'object' ? node.callee : null;
  return callee !== null && 'name' in callee && callee.name === 'RegExp';
}

/** Whether matching takes linear time whatever the text is. */
export async function isLinear(pattern: string, flags: string): Promise<boolean> {
  // In this process, without a program of its own.
  process.env.RECHECK_BACKEND = 'pure';
  const { checkSync } = await import('recheck');
  return checkSync(pattern, flags, { checker: 'automaton', timeout: PATIENCE }).status === 'safe';
}

const keyOf = ({ pattern, flags }: Expression) => `/${pattern}/${flags}`;

/** What of the sources may take more than linear time without a reason, and the reasons whose expression is gone. */
export async function faultsOf(
  files: readonly Source[],
  known: Known,
  find: (path: string, text: string) => readonly Expression[] = expressionsIn,
): Promise<{ where: string[]; kept: Known }> {
  const code = files.filter(({ path, isTest }) => !isTest && /^(?:apps|packages)\/[^/]+\/src\//.test(path));
  const linear = new Set(known.linear);
  const where: string[] = [];
  const used = new Set<string>();
  for (const one of code.flatMap(({ path, text }) => find(path, text))) {
    const key = keyOf(one);
    const place = `${one.path} ${key}`;
    used.add(key).add(place);
    if (linear.has(key) || place in known.allowed) continue;
    if (one.pattern !== AT_RUN_TIME && (await isLinear(one.pattern, one.flags))) linear.add(key);
    else where.push(place);
  }
  const gone = Object.keys(known.allowed).filter((place) => !used.has(place));
  const kept = {
    linear: [...linear].filter((key) => used.has(key)).sort(),
    allowed: Object.fromEntries(Object.entries(known.allowed).filter(([place]) => used.has(place))),
  };
  return { where: [...where, ...gone.map((place) => `${place}: allowed, but no longer there`)], kept };
}

/** The expressions of the product that may take more than linear time, and that nothing says why they may. */
export async function expressionFigure(files: readonly SourceFile[], isKept = false): Promise<Figure> {
  const known: Known = JSON.parse(await readFile(KNOWN, 'utf8'));
  const seen = new KeptByHash<readonly Expression[]>('expressions', import.meta.filename);
  const { where, kept } = await faultsOf(files, known, (path, text) =>
    seen.of(path, text, () => expressionsIn(path, text)),
  );
  seen.save();
  const looked = new Set(kept.linear).difference(new Set(known.linear)).size;
  if (isKept) await writeFile(KNOWN, `${JSON.stringify(kept, null, 2)}\n`);
  else if (looked > 0) say(`${looked} expressions were looked into again: node scripts/check/expressions.ts --keep`);
  return { name: 'expressions that may take more than linear time', value: where.length, aim: 0, where };
}

if (import.meta.main) {
  const { where = [] } = await expressionFigure(sourceFiles(), argv.includes('--keep'));
  for (const one of where) say(one);
}
