import { escapeAttribute, escapeText } from '../render/escape.ts';
import type { CellPicture } from './picture.ts';
import { pictureSource } from './picture-shelf.ts';

/** A picture as large as its cell lets it be; its words where it is not drawn. */
export function cellPictureHtml({ name, alt }: CellPicture, height: number): string {
  if (name === undefined) return escapeText(alt);
  const css = `display:block;width:100%;height:${height}px;object-fit:contain`;
  return `<img src="${pictureSource(name)}" alt="${escapeAttribute(alt)}" style="${css}">`;
}
