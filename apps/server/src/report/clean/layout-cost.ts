import { limits } from '@sheetwire/contract/limits';

const { layout } = limits.clean;

/** What of a kind that is dear to draw was met in one scope: a cell of an outermost table, or all that lies outside of cells. */
export interface LayoutScope {
  shadows: number;
  floats: number;
  dashes: number;
  gradients: number;
  /** How many elements that lay out their content in a way of their own are open. */
  depth: number;
}

export function layoutScope(): LayoutScope {
  return { shadows: 0, floats: 0, dashes: 0, gradients: 0, depth: 0 };
}

const COSTLY = /shadow|float|display|writing-mode|dasharray|gradient/;
/** A `display` that lays its content out in a way of its own. */
const OWN = /flex|grid|table|flow-root|inline-block/i;

/** What would be dashed by each element that inherits it is dashed by a shape alone. */
export const SHAPES: ReadonlySet<string> = new Set([
  'path',
  'line',
  'polyline',
  'polygon',
  'rect',
  'circle',
  'ellipse',
]);
/** Beside each other, not over each other: each may be filled as a bar of data is. */
const CELLS: ReadonlySet<string> = new Set(['td', 'th']);

/** The declarations of a cleaned style that its scope has room for: what is dear to draw is limited in number and depth. */
export function withinScope(css: string, scope: LayoutScope, tag: string): string {
  if (!COSTLY.test(css)) return css;
  return css
    .split(';')
    .filter((declaration) => hasRoom(declaration, scope, tag))
    .join(';');
}

function hasRoom(declaration: string, scope: LayoutScope, tag: string): boolean {
  const name = declaration.slice(0, declaration.indexOf(':'));
  switch (name) {
    case 'box-shadow':
    case 'text-shadow':
      return ++scope.shadows <= layout.shadows;
    case 'float':
      return ++scope.floats <= layout.floats;
    case 'background':
    case 'background-image':
      return hasFewGradients(declaration) && (CELLS.has(tag) || takesGradients(declaration, scope));
    case 'stroke-dasharray':
      return SHAPES.has(tag) && ++scope.dashes <= layout.dashes;
    case 'display':
      return scope.depth < layout.depth || !OWN.test(declaration);
    case 'writing-mode':
      return scope.depth < layout.depth;
    default:
      return true;
  }
}

function takesGradients(declaration: string, scope: LayoutScope): boolean {
  scope.gradients += gradientsIn(declaration);
  return scope.gradients <= layout.gradients;
}

function hasFewGradients(declaration: string): boolean {
  return gradientsIn(declaration) <= layout.layers;
}

function gradientsIn(declaration: string): number {
  return declaration.split('gradient(').length - 1;
}

/** Runs what writes the inside of an element whose attributes are these; what it opens is closed again. */
export function inside(scope: LayoutScope, attributes: string, write: () => void): void {
  const { depth } = scope;
  const declarations = styleIn(attributes);
  if (declarations.some(hasOwnLayout)) scope.depth++;
  write();
  scope.depth = depth;
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

/** The look of cells, which many cells may share: without shadows, floats and dashes, and with few gradients. */
export function lookOf(css: string): string {
  if (!COSTLY.test(css)) return css;
  const dear = /^(?:box-shadow|text-shadow|float|stroke-dasharray):/;
  return css
    .split(';')
    .filter((declaration) => !dear.test(declaration) && hasFewGradients(declaration))
    .join(';');
}

/** Letters that turn the direction of what follows: `dir` and `bdi` do so for what they hold alone. */
const TURNS = /[\u202a-\u202e]/g;

/** What stands upon the letter before it: marks, and what is not seen at all, between which marks would go on. */
const MARKS = /[\p{M}\p{Cf}]+/gu;
const LEADING_MARK = /^[\p{M}\p{Cf}]/u;

/** Text with no more marks upon one letter than a script needs; `before` stand at the end of the text before it. */
export function calmText(text: string, before = 0): { readonly text: string; readonly marks: number } {
  if (text === '') return { text, marks: before };
  if (!/[^\0-\u02ff]/.test(text)) return { text, marks: 0 };
  const whole = text.replace(TURNS, '');
  let marks = whole === '' ? before : 0;
  const calm = whole.replace(MARKS, (run, at: number) => {
    const stood = at === 0 ? before : 0;
    const kept = firstOf(run, layout.marks - stood);
    if (at + run.length === whole.length) marks = stood + kept.count;
    return kept.text;
  });
  return { text: calm, marks };
}

/** Whether a text goes on upon the letter before it. */
export function beginsWithMark(text: string): boolean {
  return LEADING_MARK.test(text);
}

/** The first letters of a text; the rest, which may be millions, is not looked at. */
function firstOf(text: string, most: number): { readonly text: string; readonly count: number } {
  let [end, count] = [0, 0];
  for (; count < most && end < text.length; count++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return { text: text.slice(0, end), count };
}
