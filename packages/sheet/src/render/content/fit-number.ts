import type { CellStyle } from '../../cell-style.ts';
import { fitGeneral } from '../../format/fit-general.ts';
import { isGeneral } from '../../format/number-format.ts';
import { noText, type ShownText } from '../../format/shown-text.ts';
import type { Cell } from '../../model.ts';
import { digitWidth, textPx } from '../text-width.ts';
import type { CellRoom } from './cell-room.ts';

/** Space that a cell keeps free of text in all, in pixels. */
export const padding = 5;
/** Measured text may be wider than it is drawn by this much before digits give way to `####`. */
export const tolerance = 1.12;

/** What a cell shows, and how many pixels that is. */
interface Measured {
  readonly shown: ShownText;
  readonly width: number;
}

/** The text of a number as far as its cell has room for it: rounded under General, else `####`. */
export function fitNumber(cell: Cell, { shown, width }: Measured, look: CellStyle, room: CellRoom): ShownText {
  const { align, font } = look;
  const most = (room.width - padding) * tolerance;
  const isDrawnWhole = room.isPart || align.shrinks || align.rotation !== 0 || cell.shown !== undefined;
  if (isDrawnWhole || typeof cell.value !== 'number') return shown;
  const digits = Math.max(1, Math.floor((room.width - padding) / digitWidth(font)));
  if (shown.text === noText) return { ...shown, text: signs(digits) };
  if (width <= most || textPx(shown.text.trim(), font) <= most) return shown;
  const text = isGeneral(look.format) ? fitGeneral(cell.value, digits) : signs(digits);
  return { text, ink: shown.ink, fill: undefined };
}

function signs(count: number): string {
  return '#'.repeat(Math.min(mostSigns, count));
}

/** No cell is so wide. */
const mostSigns = 255;
