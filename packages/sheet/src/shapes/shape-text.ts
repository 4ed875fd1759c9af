import { childOf, childrenOf, textWithin, type XmlNode } from '../drawings/xml-tree.ts';
import { longestFontName, type Theme } from '../read/theme.ts';
import { familyOf } from '../render/cell-css.ts';
import { escapeAttribute, escapeText } from '../render/escape.ts';
import { colorIn } from './shape-color.ts';

const aligns: Readonly<Record<string, string>> = { ctr: 'center', r: 'right', just: 'justify', dist: 'justify' };
const pointsOf = 100;
const largest = 200;
const usualSize = 11;

/** The paragraphs of a text (ECMA-376 20.5.2.38) as blocks, and how many characters they have. */
export function paragraphsHtml(
  body: XmlNode | undefined,
  theme: Theme,
): { readonly html: string; readonly length: number } {
  const texts = childrenOf(body, 'p').map((paragraph) => paragraphHtml(paragraph, theme));
  return { html: texts.map(({ html }) => html).join(''), length: texts.reduce((sum, { length }) => sum + length, 0) };
}

function paragraphHtml(paragraph: XmlNode, theme: Theme): { html: string; length: number } {
  const properties = childOf(paragraph, 'pPr');
  const align = aligns[properties?.attributes.algn ?? ''];
  const bullet = childOf(properties, 'buChar')?.attributes.char;
  const pieces = paragraph.children.flatMap((piece) => pieceHtml(piece, theme));
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const inner = pieces.map(({ html }) => html).join('');
  const css = ['margin:0', ...(align === undefined ? [] : [`text-align:${align}`])].join(';');
  const start = bullet === undefined || length === 0 ? '' : `${escapeText(bullet)} `;
  return { html: `<p style="${css}">${start}${inner === '' ? '<br>' : inner}</p>`, length };
}

function pieceHtml(piece: XmlNode, theme: Theme): { html: string; length: number }[] {
  if (piece.name === 'br') return [{ html: '<br>', length: 0 }];
  if (piece.name !== 'r' && piece.name !== 'fld') return [];
  const text = textWithin(childOf(piece, 't'));
  const css = lettersCss(childOf(piece, 'rPr'), theme);
  const html = css === '' ? escapeText(text) : `<span style="${escapeAttribute(css)}">${escapeText(text)}</span>`;
  return [{ html, length: text.trim().length }];
}

function lettersCss(run: XmlNode | undefined, theme: Theme): string {
  const { sz, b, i, u = 'none', strike = 'noStrike' } = run?.attributes ?? {};
  const size = Math.min(largest, Number(sz ?? 0) / pointsOf);
  const color = colorIn(childOf(run, 'solidFill'), theme);
  const face = childOf(run, 'latin')?.attributes.typeface;
  const lines = [u === 'none' ? '' : 'underline', strike === 'noStrike' ? '' : 'line-through'].filter(Boolean);
  return [
    size > 0 && size !== usualSize ? `font-size:${size}pt` : '',
    b === '1' ? 'font-weight:700' : '',
    i === '1' ? 'font-style:italic' : '',
    lines.length > 0 ? `text-decoration:${lines.join(' ')}` : '',
    color === undefined ? '' : `color:${color}`,
    face === undefined ? '' : `font-family:${familyOf(faceOf(face, theme))}`,
  ]
    .filter(Boolean)
    .join(';');
}

function faceOf(face: string, { majorFont, minorFont }: Theme): string {
  if (face.startsWith('+')) return face.startsWith('+mj') ? majorFont : minorFont;
  return face.slice(0, longestFontName);
}

/** The usual size of the letters of a drawing, in points. */
export const shapeFontPoints: number = usualSize;
