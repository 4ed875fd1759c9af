import { limits } from '@sheetwire/contract/limits';
import { anchorId } from '@sheetwire/page/anchor';
import { type AttributeRule, type AttributeRules, id, matching, oneOf, rules, style, text } from './rules.ts';

const REFERENCE = /^url\(\s*["']?#([\w.:-]+)["']?\s*\)$/i;
const CALLS = /\b(?:url|var|attr|env|element|image|image-set|paint|src|expression)\s*\(/i;

const plain = matching(/^[\w\s.,%+-]{0,400}$/);
const path: AttributeRule = (value) =>
  value.length <= limits.clean.pathLength && /^[\s\d.,+\-a-zA-Z]*$/.test(value) ? value : undefined;
const transform = matching(/^[\w\s.,()+-]{0,1000}$/);
const look: AttributeRule = (value) =>
  /^[\w\s#.,()%/+-]{1,200}$/.test(value) && !CALLS.test(value) ? value : undefined;
/** A colour, or a gradient or clip of this same page. */
const paint: AttributeRule = (value) => {
  const name = REFERENCE.exec(value.trim())?.[1];
  return name === undefined || name.length > limits.clean.idLength ? look(value) : `url(#${anchorId(name)})`;
};

const LOOK =
  'color opacity fill-opacity fill-rule stroke-width stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit clip-rule font-family font-size font-style font-weight text-anchor dominant-baseline letter-spacing display visibility stop-color stop-opacity paint-order vector-effect shape-rendering text-rendering';
const GEOMETRY =
  'x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height offset rotate textLength lengthAdjust pathLength gradientUnits spreadMethod clipPathUnits';

/** Dashes that are too short to be seen would be drawn by the million. */
const dashes: AttributeRule = (value) => {
  const numbers = look(value)?.split(/[\s,]/).filter(Boolean).map(Number.parseFloat) ?? [];
  return numbers.length === 0 || numbers.reduce((sum, one) => sum + one, 0) < 1 ? undefined : value;
};

const shared: Readonly<Record<string, AttributeRule>> = {
  id,
  style,
  transform,
  fill: paint,
  stroke: paint,
  'clip-path': paint,
  ...Object.fromEntries(LOOK.split(' ').map((name) => [name, look])),
  'stroke-dasharray': dashes,
  ...Object.fromEntries(GEOMETRY.split(' ').map((name) => [name, plain])),
};
const shape = rules(shared);
const lines = rules({ ...shared, points: path });

/** The drawing elements, by their case-correct names (safety 1: nothing that holds HTML, refers outside or moves). */
export const drawingElements: ReadonlyMap<string, AttributeRules> = new Map([
  [
    'svg',
    rules({
      ...shared,
      viewBox: plain,
      preserveAspectRatio: plain,
      role: oneOf('img', 'presentation', 'none'),
      'aria-label': text,
      'aria-hidden': oneOf('true', 'false'),
      dir: oneOf('ltr', 'rtl'),
    }),
  ],
  ...['g', 'rect', 'circle', 'ellipse', 'line', 'text', 'tspan', 'defs', 'stop', 'clipPath'].map(
    (tag): [string, AttributeRules] => [tag, shape],
  ),
  ['path', rules({ ...shared, d: path })],
  ['polyline', lines],
  ['polygon', lines],
  ['linearGradient', rules({ ...shared, gradientTransform: transform })],
  ['radialGradient', rules({ ...shared, gradientTransform: transform })],
]);

/** The drawing elements whose text is shown. */
export const drawingText: ReadonlySet<string> = new Set(['text', 'tspan']);
