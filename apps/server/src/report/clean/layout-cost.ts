import { limits } from '@sheetwire/contract/limits';

const { layout } = limits.clean;

/** What of a kind that is dear to draw was met in one scope: a cell of an outermost table, or all that lies outside of cells. */
export interface LayoutScope {
  shadows: number;
  floats: number;
  dashes: number;
  /** How many elements that lay out their content in a way of their own are open. */
  depth: number;
  /** Something in columns is open. */
  hasColumns: boolean;
  /** Columns may stand outside of tables alone. */
  readonly isCell: boolean;
}

export function layoutScope(isCell: boolean): LayoutScope {
  return { shadows: 0, floats: 0, dashes: 0, depth: 0, hasColumns: false, isCell };
}

const COSTLY = /shadow|float|display|column|writing-mode/;
const COLUMNS = /^column(?:s|-count|-width):/;
/** A `display` that lays its content out in a way of its own. */
const OWN = /flex|grid|table|flow-root|inline-block/i;

/** The declarations of a cleaned style that its scope has room for: what is dear to draw is limited in number and depth. */
export function withinScope(css: string, scope: LayoutScope): string {
  if (!COSTLY.test(css)) return css;
  return css
    .split(';')
    .filter((declaration) => hasRoom(declaration, scope))
    .join(';');
}

function hasRoom(declaration: string, scope: LayoutScope): boolean {
  const name = declaration.slice(0, declaration.indexOf(':'));
  switch (name) {
    case 'box-shadow':
    case 'text-shadow':
      return ++scope.shadows <= layout.shadows;
    case 'float':
      return ++scope.floats <= layout.floats;
    case 'display':
      return scope.depth < layout.depth || !OWN.test(declaration);
    case 'writing-mode':
      return scope.depth < layout.depth;
    case 'columns':
    case 'column-count':
    case 'column-width':
      return !scope.isCell && !scope.hasColumns;
    default:
      return true;
  }
}

/** Runs what writes the inside of an element whose attributes are these; what it opens is closed again. */
export function inside(scope: LayoutScope, attributes: string, write: () => void): void {
  const { depth, hasColumns } = scope;
  const declarations = styleIn(attributes);
  if (declarations.some(hasOwnLayout)) scope.depth++;
  if (declarations.some((declaration) => COLUMNS.test(declaration))) scope.hasColumns = true;
  write();
  scope.depth = depth;
  scope.hasColumns = hasColumns;
}

/** The dear declarations' style of written attributes, cut; none when it has none. */
function styleIn(attributes: string): readonly string[] {
  const at = attributes.indexOf(' style="') + ' style="'.length;
  const css = at < ' style="'.length ? '' : attributes.slice(at, attributes.indexOf('"', at));
  return COSTLY.test(css) ? css.split(';') : [];
}

function hasOwnLayout(declaration: string): boolean {
  return declaration.startsWith('writing-mode:') || (declaration.startsWith('display:') && OWN.test(declaration));
}

/** The look of cells, which many cells may share: without shadows, floats and columns. */
export function lookOf(css: string): string {
  if (!COSTLY.test(css)) return css;
  const dear = /^(?:box-shadow|text-shadow|float|column(?:s|-count|-width)):/;
  return css
    .split(';')
    .filter((declaration) => !dear.test(declaration))
    .join(';');
}

/** Letters that turn the direction of what follows: `dir` and `bdi` do so for what they hold alone. */
const TURNS = /[\u202a-\u202e]/g;

/** Text with no more marks upon one letter than a script needs; `before` stand at the end of the text before it. */
export function calmText(text: string, before = 0): { readonly text: string; readonly marks: number } {
  if (!/[^\0-\u02ff]/.test(text)) return { text, marks: 0 };
  let marks = 0;
  const calm = text.replace(TURNS, '').replace(/\p{M}+/gu, (run, at: number, whole: string) => {
    const stood = at === 0 ? before : 0;
    const kept = run.length + stood <= layout.marks ? run : firstOf(run, layout.marks - stood);
    if (at + run.length === whole.length) marks = stood + kept.length;
    return kept;
  });
  return { text: calm, marks };
}

/** The first letters of a text; the rest, which may be millions, is not looked at. */
function firstOf(text: string, most: number): string {
  let end = 0;
  for (let n = 0; n < most && end < text.length; n++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}
