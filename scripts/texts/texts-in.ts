import { parseSync } from 'vite';

/** A text that people read, where it stands; what is filled in at run time reads `{…}`. */
export interface ReadText {
  readonly path: string;
  readonly line: number;
  readonly kind: TextKind;
  readonly text: string;
}

type TextKind = 'page' | 'label' | 'text' | 'heading' | 'sentence';
type Node = Readonly<Record<string, unknown>>;

/** Attributes and keys whose value is shown, however short it is. */
const SHOWN = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'caption',
  'description',
  'detail',
  'emptyText',
  'error',
  'heading',
  'help',
  'hint',
  'label',
  'message',
  'note',
  'placeholder',
  'reason',
  'subject',
  'summary',
  'text',
  'title',
  'words',
  // The single words of the contract's catalogue.
  'controlFailed',
  'controlUnauthorized',
  'unauthorized',
]);
/** Attributes and keys that only programs read. */
const UNSEEN = /^(?:class|className|d|viewBox|style|href|rel|to|data-.*|allow|sandbox|accept|content|selector|sql)$/;
/** Calls and tags whose texts only programs read. */
const UNSEEN_CALLS = new Set(['classes', 'closest', 'matches', 'querySelector', 'querySelectorAll', 'sql']);
/** Two words beside each other, one of them no mere code word. */
const PROSE = /[A-Za-z…'’}]{2,}[,.:;!?]? (?:[A-Za-z“'({]|\d)/;
/** Prose in the form that only programs read: queries, columns, styles, markup, citations, lists of names. */
const CODE = [
  /^(?:select|insert|update|delete|create|alter|drop|with|pragma|begin|from|where|and|on|set|as|order by)\b/,
  /\b(?:not null|primary key|foreign key|collate)\b/,
  /^(?:[A-Z][a-z]*-)+[A-Z][a-z]*: |^Connection: |^HTTP\/|\b[a-z]+-(?:action|for|src|src-attr|uri) '/,
  /^[@<([.#]|^\{…\}<|\/>$|[;{] *[a-z-]+ *:|^\d+px |^docs\/|\(docs\/reference|linear-gradient|-serif$/,
  /^(?:[\w-]+,? ){12,}[\w-]+$/,
  /^[a-z_-]+(?: [a-z-]+)?$|^[a-z_.]+ as [a-z_]+$|^[\w, -]*(?:, [\w-]+){2,}$/,
];
const SENTENCE = / (?:the|a|an|is|are|was|to|of|and|or|it|no|not|could|cannot|with)\b(?! null)/;

/** The texts of a TypeScript file that people read: what JSX shows, what is named as shown, and all prose. */
export function textsIn(path: string, source: string): ReadText[] {
  const found: ReadText[] = [];
  const lineAt = lines(source);
  const add = (node: Node, kind: TextKind, text: string) => {
    const flat = text.replace(/\s+/g, ' ').trim();
    if (/[A-Za-z]{2}/.test(flat)) found.push({ path, line: lineAt(Number(node.start)), kind, text: flat });
  };
  visit(parseSync(path, source).program, { key: '', add });
  return found;
}

interface ValuePlace {
  /** The attribute, key or constant that the value belongs to. */
  readonly key: string;
  readonly add: (node: Node, kind: TextKind, text: string) => void;
}

function visit(node: unknown, place: ValuePlace): void {
  if (Array.isArray(node)) for (const child of node) visit(child, place);
  if (!isNode(node) || isUnseen(node)) return;
  const text = textOf(node);
  if (node.type === 'JSXText') place.add(node, 'page', String(node.value));
  else if (text !== undefined) addText(node, text, place);
  const key = keyOf(node);
  for (const [name, child] of Object.entries(node))
    if (name !== 'key' || node.computed === true) visit(child, key === undefined ? place : { ...place, key });
}

function addText(node: Node, text: string, { key, add }: ValuePlace): void {
  if (SHOWN.has(key)) add(node, 'label', text);
  else if (isProse(text)) add(node, 'text', text);
}

function isProse(text: string): boolean {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (!PROSE.test(flat.replaceAll('{…}', '…'))) return false;
  return (
    CODE.slice(0, 4).every((form) => !form.test(flat)) &&
    (SENTENCE.test(flat) || CODE.every((form) => !form.test(flat)))
  );
}

function isUnseen(node: Node): boolean {
  if (/^Import|^Export(?:All|Named)|^TS/.test(String(node.type)))
    return node.declaration === undefined && !isCast(node);
  // What is compared is a state, not a text.
  if (node.type === 'BinaryExpression') return node.operator !== '+';
  if (node.type === 'CallExpression') return UNSEEN_CALLS.has(nameOf(node.callee)) || isPath(node.callee);
  if (node.type === 'TaggedTemplateExpression') return UNSEEN_CALLS.has(nameOf(node.tag));
  return UNSEEN.test(keyOf(node) ?? '');
}

/** `join('a', 'b')` makes a path; a list that is joined may hold sentences. */
function isPath(callee: unknown): boolean {
  return isNode(callee) && callee.type === 'Identifier' && callee.name === 'join';
}

/** `x as T` and `x satisfies T` hold a value. */
function isCast(node: Node): boolean {
  return 'expression' in node;
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined;
  const parts: unknown[] = node.quasis;
  return parts.map((part) => (isNode(part) && isRaw(part.value) ? part.value.cooked : '')).join('{…}');
}

/** The name under which what a node holds is given on. */
function keyOf(node: Node): string | undefined {
  if (node.type === 'JSXAttribute') return nameOf(node.name);
  if (node.type === 'Property' || node.type === 'PropertyDefinition') return nameOf(node.key);
  // What stands between tags is shown.
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return 'text';
  if (node.type === 'VariableDeclarator') return nameOf(node.id);
  return node.type === 'CallExpression' || /Function/.test(String(node.type)) ? '' : undefined;
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return nameOf(node.property);
  if (typeof node.name === 'string') return node.name;
  return typeof node.value === 'string' ? node.value : '';
}

/** The headings and sentences of a document, code blocks left out. */
export function textsOfDocument(path: string, source: string): ReadText[] {
  let isCode = false;
  return source.split('\n').flatMap((text, at): ReadText[] => {
    if (/^\s*```/.test(text)) isCode = !isCode;
    if (isCode || !/[A-Za-z]{2}/.test(text) || /^\s*```/.test(text)) return [];
    return [{ path, line: at + 1, kind: /^#+ /.test(text) ? 'heading' : 'sentence', text: text.trim() }];
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function isRaw(value: unknown): value is { readonly cooked: string } {
  return typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string';
}

/** The line of a place, from 1. */
function lines(source: string): (at: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (at) => {
    const next = starts.findIndex((start) => start > at);
    return next === -1 ? starts.length : next;
  };
}
