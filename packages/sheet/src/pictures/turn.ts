import { emuPx } from '../drawings/anchor.ts';
import { childOf, type XmlNode } from '../drawings/xml-tree.ts';

const perDegree = 60_000;

/**
 * How a turned or mirrored thing lies in its box; undefined for one that fills it as it is. The box of one that is turned
 * to its side is that of the thing turned by a right angle, so its own sides are the other way round.
 */
export function turnOf(frame: XmlNode | undefined): readonly string[] | undefined {
  const { rot, flipH, flipV } = frame?.attributes ?? {};
  const degrees = Math.round(((Number(rot ?? 0) / perDegree) % 360) * 10) / 10 || 0;
  const [across, down] = [flipH, flipV].map((flip) => (flip === '1' || flip === 'true' ? -1 : 1));
  if (degrees === 0 && across === 1 && down === 1) return undefined;
  const turns = degrees === 0 ? [] : [`rotate:${degrees}deg`];
  const mirrors = across === 1 && down === 1 ? [] : [`scale:${across} ${down}`];
  return [...sidesOf(frame, degrees), ...turns, ...mirrors];
}

function sidesOf(frame: XmlNode | undefined, degrees: number): string[] {
  const side = Math.abs(degrees) % 180;
  const size = childOf(frame, 'ext')?.attributes;
  const [width, height] = [emuPx(size?.cx), emuPx(size?.cy)].map(Math.round);
  if (side < 45 || side >= 135 || !width || !height) return ['width:100%', 'height:100%'];
  const shift = (width - height) / 2;
  return ['position:relative', `left:${-shift}px`, `top:${shift}px`, `width:${width}px`, `height:${height}px`];
}
