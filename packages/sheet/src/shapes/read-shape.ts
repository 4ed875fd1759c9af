import { limits } from '@sheetwire/contract/limits';
import { emuPx } from '../drawings/anchor.ts';
import type { DrawingContent } from '../drawings/drawing.ts';
import type { DrawingSource } from '../drawings/drawing-source.ts';
import { childOf, nodeAt, within, type XmlNode } from '../drawings/xml-tree.ts';
import { linkOfDrawing } from '../pictures/drawing-link.ts';
import { turnOf } from '../pictures/turn.ts';
import type { Theme } from '../read/theme.ts';
import { familyOf } from '../render/cell-css.ts';
import { escapeAttribute } from '../render/escape.ts';
import { colorIn } from './shape-color.ts';
import { paragraphsHtml, shapeFontPoints } from './shape-text.ts';

const otherForm = 'Pages show only boxes and ellipses.';
const tooLong = `A text box shows ${limits.workbook.shapeText.toLocaleString('en-US')} characters at most.`;
const plainer = 'Shadows, 3-D, gradients, patterns and picture fills are left out.';
/** The forms that a block can have, with the roundness of its corners. */
const forms: Readonly<Record<string, string>> = {
  rect: '',
  flowChartProcess: '',
  roundRect: 'border-radius:16px',
  flowChartAlternateProcess: 'border-radius:8px',
  flowChartTerminator: 'border-radius:999px',
  ellipse: 'border-radius:50%',
};

/** Reads a text box or a shape as a block with its fill, its line and its text; others are told (fidelity 4). */
export async function readShape(node: XmlNode, source: DrawingSource): Promise<DrawingContent | undefined> {
  // A form control is told of by the sheet itself.
  if (within(node, 'compatExt')) return undefined;
  const isTextBox = nodeAt(node, 'nvSpPr', 'cNvSpPr')?.attributes.txBox === '1';
  const what = isTextBox ? 'text boxes' : 'shapes';
  const form = forms[nodeAt(node, 'spPr', 'prstGeom')?.attributes.prst ?? ''];
  if (form === undefined) {
    source.leaveOut(what, otherForm);
    return undefined;
  }
  const { html, length } = paragraphsHtml(childOf(node, 'txBody'), source.theme);
  if (length > limits.workbook.shapeText) {
    source.leaveOut(what, tooLong);
    return undefined;
  }
  if (hasEffects(childOf(node, 'spPr'))) source.leaveOut('shape effects', plainer);
  const css = [...blockCss(node, source.theme), form, ...turned(node)].filter((part) => part !== '').join(';');
  const inner = length === 0 ? '' : textHtml(node, html, form === forms.ellipse);
  return {
    kind: 'markup',
    html: `<div style="${escapeAttribute(css)}">${inner}</div>`,
    link: linkOfDrawing(node, source),
  };
}

const plain: ReadonlySet<string> = new Set(['gradFill', 'blipFill', 'pattFill', 'scene3d', 'sp3d']);

/** Whether a shape itself says more of its looks than a block has. */
function hasEffects(properties: XmlNode | undefined): boolean {
  const parts = [...(properties?.children ?? []), ...(childOf(properties, 'ln')?.children ?? [])];
  return parts.some(
    ({ name, children }) => plain.has(name) || ((name === 'effectLst' || name === 'effectDag') && children.length > 0),
  );
}

function turned(node: XmlNode): readonly string[] {
  // A text is not mirrored with its shape.
  const css = turnOf(nodeAt(node, 'spPr', 'xfrm')) ?? ['width:100%', 'height:100%'];
  return css.filter((part) => !part.startsWith('scale:'));
}

/** The text in its own block, so that it is cut where the shape ends and set where the file says. */
function textHtml(node: XmlNode, html: string, isRound: boolean): string {
  const body = nodeAt(node, 'txBody', 'bodyPr')?.attributes ?? {};
  const at = { t: 'flex-start', ctr: 'center', b: 'flex-end' }[body.anchor ?? 't'] ?? 'flex-start';
  const [left, top, right, bottom] = [body.lIns, body.tIns, body.rIns, body.bIns].map((inset, n) =>
    Math.round(Math.max(0, inset === undefined ? (n % 2 === 0 ? usualSide : usualTop) : emuPx(inset))),
  );
  const upright =
    body.vert === undefined || body.vert === 'horz'
      ? []
      : [`writing-mode:${body.vert === 'vert270' ? 'sideways-lr' : 'vertical-rl'}`];
  const css = [
    'display:flex;flex-direction:column;box-sizing:border-box;width:100%;height:100%;overflow:clip',
    isRound ? 'padding:5% 14%' : `padding:${top}px ${right}px ${bottom}px ${left}px`,
    `justify-content:${at}`,
    `white-space:${body.wrap === 'none' ? 'pre' : 'pre-wrap'}`,
    ...upright,
  ];
  return `<div style="${css.join(';')}">${html}</div>`;
}

const usualSide = 10;
const usualTop = 5;
const usualLine = 1;
const thickest = 50;

function blockCss(node: XmlNode, theme: Theme): string[] {
  const properties = childOf(node, 'spPr');
  const style = childOf(node, 'style');
  const fill = paintOf(properties, childOf(style, 'fillRef'), theme);
  const outline = childOf(properties, 'ln');
  const line = paintOf(outline, childOf(style, 'lnRef'), theme);
  const width =
    outline?.attributes.w === undefined ? usualLine : Math.max(usualLine, Math.round(emuPx(outline.attributes.w)));
  const ink = colorIn(childOf(style, 'fontRef'), theme) ?? (fill === undefined ? undefined : '#000000');
  const dash = childOf(outline, 'prstDash')?.attributes.val ?? 'solid';
  const kind = dash === 'solid' ? 'solid' : /dot/i.test(dash) ? 'dotted' : 'dashed';
  return [
    'box-sizing:border-box',
    `font:${shapeFontPoints}pt ${familyOf(theme.minorFont)}`,
    fill === undefined ? '' : `background-color:${fill}`,
    line === undefined ? '' : `border:${Math.min(thickest, width)}px ${kind} ${line}`,
    ink === undefined || fill === undefined ? '' : `color:${ink}`,
  ];
}

/** The fill of an element itself, a gradient as its first colour, else that of its style. */
function paintOf(node: XmlNode | undefined, style: XmlNode | undefined, theme: Theme): string | undefined {
  for (const child of node?.children ?? []) {
    if (child.name === 'noFill') return undefined;
    if (child.name === 'solidFill') return colorIn(child, theme);
    if (child.name === 'gradFill') return colorIn(within(child, 'gs'), theme);
    if (child.name === 'pattFill') return colorIn(childOf(child, 'bgClr'), theme);
  }
  return style && style.attributes.idx !== '0' ? colorIn(style, theme) : undefined;
}
