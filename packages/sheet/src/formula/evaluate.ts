import { limits } from '@sheetwire/contract/limits';
import { areaIn, moved, movedCell, plainOf, scalarOf } from './areas.ts';
import { called } from './call.ts';
import type { Env } from './env.ts';
import { NotEvaluated, notEvaluated, tooDeep } from './faults.ts';
import type { BinaryNode, LetNode, Node } from './node.ts';
import { binary, unary } from './operators.ts';
import { joined } from './reference-operators.ts';
import { tableArea } from './table-area.ts';
import { errors, isGrid, type Scalar, type Value } from './values/value.ts';

/** What a part of a formula gives at a place; throws NotEvaluated, NoResult or Pending. */
export function evaluate(node: Node, env: Env): Value {
  const { book } = env;
  book.spend(1);
  switch (node.kind) {
    case 'value':
    case 'array':
      return node.value;
    case 'area':
      return writtenArea(node, env);
    case 'binary':
      return deeper(env, () => ofCells(node, env) ?? chain(node, env));
    case 'unary':
      return deeper(env, () => unary(node.operator, evaluate(node.of, env), env));
    case 'call':
      return deeper(env, () => called(node, env));
    case 'name':
      return deeper(env, () => named(node, env));
    case 'table':
      return tableArea(node, env);
    case 'let':
      return deeper(env, () => letIn(node, env));
  }
}

function deeper(env: Env, work: () => Value): Value {
  const { book } = env;
  book.depth++;
  if (book.depth > limits.workbook.evaluationDepth) throw new NotEvaluated(tooDeep);
  const value = work();
  book.depth--;
  return value;
}

function writtenArea({ sheet, area }: Extract<Node, { kind: 'area' }>, env: Env): Value {
  const range = moved(area, env.away);
  if (sheet === '') return areaIn(env.sheet, range);
  const found = env.book.sheet(sheet);
  if (found) return areaIn(found, range);
  return acrossSheets(sheet, env)?.(range) ?? errors.reference;
}

/** `First:Last!A1` is the same cells on each sheet from the one to the other. */
function acrossSheets(name: string, { book }: Env): ((range: Parameters<typeof areaIn>[1]) => Value) | undefined {
  const [from = '', to] = name.toLowerCase().split(':');
  if (to === undefined) return undefined;
  const names = book.sheets.map((sheet) => sheet.name.toLowerCase());
  const [first, last] = [names.indexOf(from), names.indexOf(to)];
  if (first < 0 || last < first) return undefined;
  return (range) => ({
    parts: book.sheets.slice(first, last + 1).map((sheet) => ({ sheet, ...range })),
  });
}

/** A long chain of operators goes from left to right without recursion. */
function chain(node: BinaryNode, env: Env): Value {
  const steps: BinaryNode[] = [];
  let at: Node = node;
  while (at.kind === 'binary') {
    steps.push(at);
    at = at.left;
  }
  env.book.spend(steps.length);
  let value = evaluate(at, env);
  for (let step = steps.pop(); step; step = steps.pop()) {
    const right = evaluate(step.right, env);
    value = isReferenceOperator(step.operator)
      ? joined(step.operator, value, right)
      : binary(step.operator, [value, right], env);
  }
  return value;
}

/** A cell or a value on each side, as most rules compare them, without making references; undefined for anything else. */
function ofCells({ operator, left, right }: BinaryNode, env: Env): Value {
  if (isReferenceOperator(operator) || !isSingle(left) || !isSingle(right)) return undefined;
  env.book.spend(stepsOfPair);
  return binary(operator, [singleOf(left, env), singleOf(right, env)], env);
}

/** An operator and what is on its sides. */
const stepsOfPair = 3;

type Single = Extract<Node, { kind: 'area' | 'value' }>;

function isSingle(node: Node): node is Single {
  if (node.kind === 'value') return true;
  if (node.kind !== 'area' || node.sheet !== '') return false;
  const { top, left, bottom, right, fixed } = node.area;
  return top === bottom && left === right && fixed.top === fixed.bottom && fixed.left === fixed.right;
}

function singleOf(node: Single, env: Env): Scalar {
  if (node.kind === 'value') return node.value;
  const { row, column } = movedCell(node.area, env.away);
  return env.sheet.at(row, column);
}

function isReferenceOperator(operator: string): boolean {
  return operator === ':' || operator === ',' || operator === ' ';
}

/** A name stands for its formula, written for the first cell; one that leads back to itself has no value. */
function named({ sheet, name }: Extract<Node, { kind: 'name' }>, env: Env): Value {
  const { book } = env;
  const key = name.toLowerCase();
  const local = env.locals.get(key);
  if (local !== undefined || env.locals.has(key)) return local;
  const refers = book.nameOf(name, sheet === '' ? env.sheet.name : sheet);
  if (refers === undefined) return wholeTable(name, env) ?? errors.name;
  if (env.names.includes(key)) throw new NotEvaluated(selfNamed);
  book.spend(nameSteps);
  if (env.names.length >= limits.workbook.nameDepth) throw new NotEvaluated(tooDeep);
  const { root, unknown } = book.formula(refers);
  if (unknown.length > 0) throw new NotEvaluated(notEvaluated(unknown));
  return evaluate(root, {
    ...env,
    away: { rows: env.row - 1, columns: env.column - 1 },
    isArray: true,
    isKept: false,
    locals: noLocals,
    names: [...env.names, key],
  });
}

/** What a name costs beside an operator. */
const nameSteps = 16;
const selfNamed = 'A name refers to itself.';
const noLocals: ReadonlyMap<string, Value> = new Map();

function wholeTable(name: string, env: Env): Value | undefined {
  if (!env.book.table(name)) return undefined;
  return tableArea({ kind: 'table', table: name, columns: [], sections: [], isFixed: true }, env);
}

function letIn({ names, values, body }: LetNode, env: Env): Value {
  const locals = new Map(env.locals);
  const inner = { ...env, locals };
  for (const [at, name] of names.entries()) {
    const value = values[at];
    locals.set(name, value && evaluate(value, inner));
  }
  return evaluate(body, inner);
}

/** What a formula gives at a place, as a single value. */
export function resultOf(root: Node, env: Env): Scalar {
  const value = evaluate(root, env);
  const single = scalarOf(value, env);
  return settled(root, single, env);
}

/** All that a formula of an array gives. */
export function resultsOf(root: Node, env: Env): Value {
  const plain = plainOf(evaluate(root, env), env);
  return isGrid(plain) ? plain : settled(root, plain, env);
}

/** What remains of a sum or difference that should be 0 is 0, where that is the whole formula (Microsoft, KB 78113). */
function settled(root: Node, value: Scalar, env: Env): Scalar {
  if (typeof value !== 'number') return value ?? 0;
  if (!Number.isFinite(value)) return errors.number;
  if (value === 0 || Math.abs(value) > 1 || root.kind !== 'binary' || !/[-+]/.test(root.operator)) return value;
  const right = scalarOf(evaluate(root.right, env), env);
  return typeof right === 'number' && Math.abs(value) < Math.abs(right) * almostNothing ? 0 : value;
}

/** Of a number of 53 bits no more than the last few. */
const almostNothing = 2 ** -49;
