/** A value of a template. */
export type Value = unknown;
type Scope = ReadonlyMap<string, Value>;
/** A function of a template; what is piped into it comes last. */
export type Func = (...given: Value[]) => Value;

interface Branch {
  readonly test: string;
  readonly body: readonly Node[];
}
type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly pipeline: string }
  | { readonly kind: 'set'; readonly name: string; readonly pipeline: string }
  | { readonly kind: 'block'; readonly word: 'if' | 'with' | 'range'; readonly branches: readonly Branch[] };

interface TemplateScope {
  readonly dot: Value;
  readonly scope: Map<string, Value>;
}

/**
 * As much of Go's text/template as the chart uses, strict where Helm is lenient: an unknown function, a value that is not
 * there or a block without its end is a fault. No Helm runs where the tests run.
 */
export class GoTemplates {
  readonly #defined = new Map<string, readonly Node[]>();
  readonly #functions: Map<string, Func>;

  constructor(functions: Readonly<Record<string, Func>>) {
    this.#functions = new Map(Object.entries(functions));
    this.#functions.set('include', (name, dot) => this.#include(String(name), dot));
  }

  /** What a file gives; what it defines is known to the files after it. */
  render(source: string, dot: Value): string {
    const parser = new Parser(source, (name, body) => void this.#defined.set(name, body));
    return this.#run(parser.whole(), { dot, scope: new Map([['$', dot]]) });
  }

  #include(name: string, dot: Value): string {
    const body = this.#defined.get(name);
    if (!body) throw new Error(`no template ${name}`);
    return this.#run(body, { dot, scope: new Map([['$', dot]]) });
  }

  #run(nodes: readonly Node[], place: TemplateScope): string {
    return nodes.map((node) => this.#one(node, place)).join('');
  }

  #one(node: Node, place: TemplateScope): string {
    switch (node.kind) {
      case 'text':
        return node.text;
      case 'value':
        return shown(this.#pipeline(node.pipeline, place));
      case 'set':
        place.scope.set(node.name, this.#pipeline(node.pipeline, place));
        return '';
      case 'block':
        return node.word === 'range'
          ? this.#range(node.branches, place)
          : this.#choose(node.word, node.branches, place);
    }
  }

  #choose(word: 'if' | 'with', branches: readonly Branch[], place: TemplateScope): string {
    for (const { test, body } of branches) {
      const value = test === '' ? true : this.#pipeline(test, place);
      if (!isTrue(value)) continue;
      const dot = word === 'with' && test !== '' ? value : place.dot;
      return this.#run(body, { dot, scope: new Map(place.scope) });
    }
    return '';
  }

  #range([branch]: readonly Branch[], place: TemplateScope): string {
    const [, key = '$', name = '$', of = ''] = /^(\$\w+), (\$\w+) := (.+)$/.exec(branch?.test ?? '') ?? [];
    const value = this.#pipeline(of, place);
    const entries = Object.entries(value ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const body = branch?.body ?? [];
    return entries
      .map(([at, dot]) => this.#run(body, { dot, scope: new Map([...place.scope, [key, at], [name, dot]]) }))
      .join('');
  }

  #pipeline(text: string, place: TemplateScope): Value {
    let piped: Value[] = [];
    for (const command of splitOutside(text, '|')) piped = [this.#command(splitOutside(command, ' '), piped, place)];
    return piped[0];
  }

  #command([first = '', ...rest]: readonly string[], piped: readonly Value[], place: TemplateScope): Value {
    const named = this.#functions.get(first);
    const given = [...rest.map((word) => this.#word(word, place)), ...piped];
    if (named) return named(...given);
    if (given.length > 0) throw new Error(`${first} is no function`);
    return this.#word(first, place);
  }

  #word(word: string, { dot, scope }: TemplateScope): Value {
    if (word.startsWith('(')) return this.#pipeline(word.slice(1, -1), { dot, scope: new Map(scope) });
    if (word.startsWith('"')) return JSON.parse(word);
    if (/^-?\d+$/.test(word)) return Number(word);
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === '.') return dot;
    if (word.startsWith('.')) return pathOf(dot, word);
    if (word.startsWith('$')) return ofScope(scope, word);
    const named = this.#functions.get(word);
    if (named) return named();
    throw new Error(`${word} is neither a value nor a function`);
  }
}

function ofScope(scope: Scope, word: string): Value {
  const [name = '', ...path] = word.split('.');
  if (!scope.has(name)) throw new Error(`${name} is not set`);
  return path.length === 0 ? scope.get(name) : pathOf(scope.get(name), `.${path.join('.')}`);
}

function pathOf(from: Value, path: string): Value {
  let value = from;
  for (const name of path.slice(1).split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) throw new Error(`no ${path}`);
    value = Reflect.get(value, name);
  }
  return value;
}

/** Go's truth: nothing, zero and what is empty is false. */
export function isTrue(value: Value): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function shown(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error(`${JSON.stringify(value)} is written as it stands`);
}

/** The parts between separators that stand outside quotes and parentheses. */
function splitOutside(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[^"]/g)) {
    if (token === '(') depth++;
    if (token === ')') depth--;
    if (token === separator && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${token}`);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Texts and actions, with the white space that actions take away taken away. */
function tokensOf(source: string): string[] {
  return source
    .replaceAll(/\s*\{\{- /g, '{{ ')
    .replaceAll(/ -\}\}\s*/g, ' }}')
    .split(/(\{\{.*?\}\})/);
}

class Parser {
  readonly #tokens: string[];
  readonly #define: (name: string, body: readonly Node[]) => void;

  constructor(source: string, define: (name: string, body: readonly Node[]) => void) {
    this.#tokens = tokensOf(source);
    this.#define = define;
  }

  whole(): Node[] {
    const { body, end } = this.#body();
    if (end !== undefined) throw new Error(`${end} without a beginning`);
    return body;
  }

  #body(): { readonly body: Node[]; readonly end: string | undefined } {
    const body: Node[] = [];
    for (let token = this.#tokens.shift(); token !== undefined; token = this.#tokens.shift()) {
      const action = /^\{\{(.*)\}\}$/.exec(token)?.[1]?.trim();
      if (action === undefined) body.push({ kind: 'text', text: token });
      else if (/^(end|else\b.*)$/.test(action)) return { body, end: action };
      else body.push(...this.#action(action));
    }
    return { body, end: undefined };
  }

  #action(action: string): Node[] {
    const [, word, rest = ''] = /^(if|with|range|define) (.*)$/.exec(action) ?? [];
    if (action.startsWith('/*')) return [];
    if (word === 'define') {
      const { body, end } = this.#body();
      if (end !== 'end') throw new Error(`${action} has no end`);
      this.#define(String(JSON.parse(rest)), body);
      return [];
    }
    if (word === 'if' || word === 'with' || word === 'range')
      return [{ kind: 'block', word, branches: this.#branches(rest) }];
    const [, name, pipeline] = /^(\$\w+) := (.*)$/.exec(action) ?? [];
    if (name !== undefined && pipeline !== undefined) return [{ kind: 'set', name, pipeline }];
    return [{ kind: 'value', pipeline: action }];
  }

  #branches(first: string): Branch[] {
    const branches: Branch[] = [];
    for (let test = first; ; ) {
      const { body, end } = this.#body();
      branches.push({ test, body });
      if (end === 'end') return branches;
      if (end === undefined) throw new Error(`${first} has no end`);
      test = end.replace(/^else( if)?/, '').trim();
    }
  }
}
