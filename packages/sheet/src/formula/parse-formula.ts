import {
  type AstExpression,
  parse,
  parseA1Ref,
  parseStructRef,
  type RangeA1,
  type ReferenceIdentifier,
  type Token,
  tokenize,
} from '@borgar/fx/xlsx';
import { limits } from '@sheetwire/contract/limits';
import { lastColumn, lastRow } from '../address.ts';
import { NotEvaluated, tooDeep, unreadable } from './faults.ts';
import { functionNamed } from './functions/table.ts';
import type { Formula, Node, WrittenArea } from './node.ts';
import { errors, type Scalar } from './values/value.ts';

type Ast = AstExpression | null | undefined;

interface Reading {
  readonly unknown: Set<string>;
}

/** Reads a formula; throws NotEvaluated for one that is none, or too deep (fidelity 3). */
export function parseFormula(text: string): Formula {
  if (text.length >= limits.workbook.formula) throw new NotEvaluated(unreadable);
  const reading: Reading = { unknown: new Set() };
  const root = nodeOf(astOf(text), reading);
  return { root, unknown: [...reading.unknown] };
}

function astOf(text: string): AstExpression {
  const tokens = withoutLostSheets(tokenize(text)).map(withPlainName);
  if (depthOf(tokens) > limits.workbook.formulaDepth) throw new NotEvaluated(tooDeep);
  try {
    return parse(tokens);
  } catch (fault) {
    throw fault instanceof NotEvaluated ? fault : new NotEvaluated(unreadable);
  }
}

/** `Sheet1!#REF!` is no more than `#REF!`. */
function withoutLostSheets(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (const token of tokens) {
    if (token.value === '#REF!' && kept.at(-1)?.value === '!') kept.splice(-2, 2);
    kept.push(token);
  }
  return kept;
}

/** The parser knows LET by its own name alone, which files do not use. */
function withPlainName(token: Token): Token {
  return /^_xlfn\.LET$/i.test(token.value) ? { ...token, value: 'LET' } : token;
}

/** Brackets and signs that lie in one another, the parser's recursion. */
function depthOf(tokens: readonly Token[]): number {
  let depth = 0;
  let signs = 0;
  let most = 0;
  for (const { value } of tokens) {
    if (value === '(' || value === '{') depth++;
    if (value === ')' || value === '}') depth--;
    if (value.trim() !== '') signs = value === '-' || value === '+' || value === '@' ? signs + 1 : 0;
    most = Math.max(most, depth + signs);
  }
  return most;
}

/** A long sum is a long chain to the left, followed without recursion. */
function nodeOf(ast: Ast, reading: Reading): Node {
  const chain: Extract<AstExpression, { type: 'BinaryExpression' | 'UnaryExpression' }>[] = [];
  let at: Ast = ast;
  while (at?.type === 'BinaryExpression' || (at?.type === 'UnaryExpression' && /[%#]/.test(at.operator))) {
    chain.push(at);
    at = at.arguments[0];
  }
  let node = leafOf(at, reading);
  for (let step = chain.pop(); step; step = chain.pop()) {
    const { operator } = step;
    if (step.type === 'UnaryExpression') node = { kind: 'unary', operator, of: node, isFixed: node.isFixed };
    else {
      const right = nodeOf(step.arguments[1], reading);
      node = { kind: 'binary', operator, left: node, right, isFixed: node.isFixed && right.isFixed };
    }
  }
  return node;
}

function leafOf(ast: Ast, reading: Reading): Node {
  if (!ast) return { kind: 'value', value: undefined, isFixed: true };
  switch (ast.type) {
    case 'Literal':
      return { kind: 'value', value: ast.value, isFixed: true };
    case 'ErrorLiteral':
      return { kind: 'value', value: { error: ast.value }, isFixed: true };
    case 'ReferenceIdentifier':
      return referenceOf(ast);
    case 'ArrayExpression':
      return arrayOf(ast.elements);
    case 'CallExpression':
      return callOf(ast, reading);
    case 'UnaryExpression': {
      const of = nodeOf(ast.arguments[0], reading);
      return { kind: 'unary', operator: ast.operator, of, isFixed: of.isFixed };
    }
    case 'LetExpression':
      return {
        kind: 'let',
        names: ast.declarations.map(({ id }) => id.name.toLowerCase()),
        values: ast.declarations.map(({ init }) => nodeOf(init, reading)),
        body: nodeOf(ast.body, reading),
        isFixed: false,
      };
    default:
      reading.unknown.add('LAMBDA');
      return { kind: 'value', value: errors.name, isFixed: true };
  }
}

type Elements = Extract<AstExpression, { type: 'ArrayExpression' }>['elements'];

function arrayOf(elements: Elements): Node {
  const width = elements[0]?.length ?? 0;
  if (elements.some((row) => row.length !== width)) throw new NotEvaluated(unreadable);
  const values = elements.flat().map((element): Scalar => {
    if (element.type === 'Literal') return element.value;
    return element.type === 'ErrorLiteral' ? { error: element.value } : errors.value;
  });
  return { kind: 'array', value: { width, height: elements.length, values }, isFixed: true };
}

const prefixes = /^(?:_xlfn\.|_xlws\.|_xlpm\.)+/i;

function callOf(ast: Extract<AstExpression, { type: 'CallExpression' }>, reading: Reading): Node {
  const name = ast.callee.type === 'Identifier' ? ast.callee.name.replace(prefixes, '').toUpperCase() : '(…)';
  const spec = functionNamed(name);
  if (!spec) reading.unknown.add(name);
  const args = ast.arguments.map((arg) => (arg ? nodeOf(arg, reading) : undefined));
  if (spec && (args.length < spec.least || args.length > spec.most)) throw new NotEvaluated(unreadable);
  const isPlaced = spec && 'isPlaced' in spec ? spec.isPlaced : false;
  const isFixed = !isPlaced && args.every((arg) => arg?.isFixed ?? true);
  return { kind: 'call', name, spec, args, isFixed, held: undefined };
}

function referenceOf({ kind, value }: ReferenceIdentifier): Node {
  if (kind === 'table') return tableOf(value);
  if (kind === 'name') {
    const bang = value.lastIndexOf('!');
    return {
      kind: 'name',
      sheet: sheetOf(value.slice(0, Math.max(0, bang))),
      name: value.slice(bang + 1),
      isFixed: false,
    };
  }
  const found = parseA1Ref(value);
  if (!found || !('range' in found)) throw new NotEvaluated(unreadable);
  refuseOther(found.workbookName);
  const area = areaOf(found.range);
  const { fixed } = area;
  return {
    kind: 'area',
    sheet: found.sheetName ?? '',
    area,
    isFixed: fixed.top && fixed.left && fixed.bottom && fixed.right,
  };
}

function areaOf(range: RangeA1): WrittenArea {
  const isColumns = range.top === null && range.bottom === null;
  const isRows = range.left === null && range.right === null;
  const top = isColumns ? 1 : (range.top ?? 0) + 1;
  const left = isRows ? 1 : (range.left ?? 0) + 1;
  return {
    top,
    left,
    bottom: isColumns ? lastRow : (range.bottom ?? top - 1) + 1,
    right: isRows ? lastColumn : (range.right ?? left - 1) + 1,
    fixed: {
      top: isColumns || range.$top === true,
      left: isRows || range.$left === true,
      bottom: isColumns || range.$bottom === true,
      right: isRows || range.$right === true,
    },
  };
}

function tableOf(value: string): Node {
  const found = parseStructRef(value);
  if (!found) throw new NotEvaluated(unreadable);
  refuseOther(found.workbookName);
  const sections = found.sections ?? [];
  return {
    kind: 'table',
    table: found.table ?? '',
    columns: found.columns ?? [],
    sections,
    isFixed: (found.table ?? '') !== '' && !sections.includes('this row'),
  };
}

/** The sheet of a prefix; throws for another workbook. */
function sheetOf(prefix: string): string {
  const plain = prefix.replace(/^'([\s\S]*)'$/, '$1').replaceAll("''", "'");
  const [, workbook, sheet] = /^\[([^\]]*)\]([\s\S]*)$/.exec(plain) ?? [];
  refuseOther(workbook);
  return sheet ?? plain;
}

/** `[0]` is the workbook itself. */
function refuseOther(workbook: string | undefined): void {
  if (workbook !== undefined && workbook !== '' && workbook !== '0') throw new NotEvaluated(otherWorkbook);
}

const otherWorkbook = 'A formula refers to another workbook.';
