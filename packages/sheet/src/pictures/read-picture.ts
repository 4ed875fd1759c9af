import type { DrawingContent } from '../drawings/drawing.ts';
import type { DrawingSource } from '../drawings/drawing-source.ts';
import { childOf, nodeAt, within, type XmlNode } from '../drawings/xml-tree.ts';
import { escapeAttribute } from '../render/escape.ts';
import { linkOfDrawing } from './drawing-link.ts';
import { pictureSource } from './picture-shelf.ts';
import { turnOf } from './turn.ts';

const linked = 'They are linked, not stored in the workbook.';
const plainer = 'Pages show the pictures without them.';

/** Reads a picture (ECMA-376 part 1, 20.5.2.25); undefined where it is not drawn, which is then told. */
export async function readPicture(node: XmlNode, source: DrawingSource): Promise<DrawingContent | undefined> {
  const fill = childOf(node, 'blipFill');
  const blip = childOf(fill, 'blip');
  const embedded = source.relations.get(blip?.attributes[':embed'] ?? '');
  if (!embedded || embedded.isExternal) {
    source.leaveOut('pictures', linked);
    return undefined;
  }
  const taken = await source.pictures.take(embedded.target);
  if ('why' in taken) {
    source.leaveOut('pictures', taken.why);
    return undefined;
  }
  if (hasEffects(node, blip)) source.leaveOut('picture effects', plainer);
  const properties = within(node, 'cNvPr');
  const image = imageHtml({ node, fill, name: taken.name, alt: altOf(properties) });
  return { kind: 'markup', html: image, link: linkOfDrawing(node, source) };
}

function altOf(properties: XmlNode | undefined): string {
  const isDecoration = within(properties, 'decorative')?.attributes.val === '1';
  const { descr, title } = properties?.attributes ?? {};
  return isDecoration ? '' : (descr ?? title ?? '');
}

/** What changes the colours of a picture, or lies around it. */
const effects: ReadonlySet<string> = new Set(
  'grayscl lum duotone biLevel clrChange clrRepl blur hsl tint fillOverlay alphaBiLevel alphaInv alphaMod'.split(' '),
);

function hasEffects(node: XmlNode, blip: XmlNode | undefined): boolean {
  const around = nodeAt(node, 'spPr', 'effectLst')?.children ?? [];
  return around.length > 0 || (blip?.children ?? []).some(({ name }) => effects.has(name));
}

interface Image {
  readonly node: XmlNode;
  readonly fill: XmlNode | undefined;
  readonly name: string;
  readonly alt: string;
}

const perShare = 100_000;

function imageHtml({ node, fill, name, alt }: Image): string {
  const frame = nodeAt(node, 'spPr', 'xfrm');
  const look = [...(turnOf(frame) ?? ['width:100%', 'height:100%']), ...shapeCss(node), ...opacityCss(fill)];
  const crop = cropCss(childOf(fill, 'srcRect'));
  const image = (css: readonly string[]) =>
    `<img src="${pictureSource(name)}" alt="${escapeAttribute(alt)}" style="${css.join(';')}">`;
  if (!crop) return image(['display:block', 'max-width:none', ...look]);
  return `<div style="${['overflow:clip', ...look].join(';')}">${image(['display:block', 'max-width:none', ...crop])}</div>`;
}

/** What the frame cuts away of each side, as the size and the place of the whole picture. */
function cropCss(rect: XmlNode | undefined): string[] | undefined {
  const [left, top, right, bottom] = ['l', 't', 'r', 'b'].map((side) => shareOf(rect?.attributes[side]));
  const [width, height] = [1 - (left ?? 0) - (right ?? 0), 1 - (top ?? 0) - (bottom ?? 0)];
  if ((width === 1 && height === 1) || width < leastShown || height < leastShown) return undefined;
  return [
    'position:relative',
    `left:${percent(-(left ?? 0) / width)}`,
    `top:${percent(-(top ?? 0) / height)}`,
    `width:${percent(1 / width)}`,
    `height:${percent(1 / height)}`,
  ];
}

const leastShown = 0.01;

function shareOf(text: string | undefined): number {
  const share = Number(text ?? 0) / perShare;
  return Number.isFinite(share) ? Math.max(-1, Math.min(1, share)) : 0;
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}

/** Frames with round corners or without any; others are drawn whole. */
function shapeCss(node: XmlNode): string[] {
  const shape = nodeAt(node, 'spPr', 'prstGeom')?.attributes.prst;
  if (shape === 'ellipse') return ['border-radius:50%'];
  return shape === 'roundRect' ? ['border-radius:16%'] : [];
}

function opacityCss(fill: XmlNode | undefined): string[] {
  const amount = within(fill, 'alphaModFix')?.attributes.amt;
  return amount === undefined ? [] : [`opacity:${Math.max(0, Math.min(1, shareOf(amount)))}`];
}
