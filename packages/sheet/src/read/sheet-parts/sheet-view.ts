import { parseAddress } from '../../address.ts';
import type { Sheet } from '../../model.ts';
import { shownZoom } from '../../view/zoom.ts';
import { type Attributes, isOn, whole } from '../xml.ts';

type View = Pick<Sheet, 'isRightToLeft' | 'hasGridlines' | 'hidesZeros' | 'zoom'>;

/** Rows or columns from a number to a number. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly isHidden: boolean;
}

/** Reads how a sheet is looked at: its first view counts. */
export class ViewReader {
  #hasView = false;
  #view: View = { isRightToLeft: false, hasGridlines: true, hidesZeros: false };
  #topLeft: { row: number; column: number } | undefined;
  /** How many rows and columns are frozen. */
  #frozen = { rows: 0, columns: 0 };

  /** Hears an element; answers whether it was one of a view. */
  open(name: string, attributes: Attributes): boolean {
    if (name === 'sheetView') this.#openView(attributes);
    else if (name === 'pane') this.#openPane(attributes);
    else return false;
    return true;
  }

  #openView(attributes: Attributes): void {
    if (this.#hasView) return;
    this.#hasView = true;
    const zoom = zoomOf(attributes);
    this.#view = {
      isRightToLeft: isOn(attributes.rightToLeft),
      hasGridlines: isOn(attributes.showGridLines, true),
      hidesZeros: !isOn(attributes.showZeros, true),
      ...(zoom !== undefined && { zoom }),
    };
    this.#topLeft = parseAddress(attributes.topLeftCell ?? '');
  }

  #openPane(attributes: Attributes): void {
    const isFrozen = attributes.state?.startsWith('frozen') ?? false;
    if (!isFrozen || this.#frozen.rows > 0 || this.#frozen.columns > 0) return;
    this.#frozen = {
      rows: Math.max(0, whole(attributes.ySplit) ?? 0),
      columns: Math.max(0, whole(attributes.xSplit) ?? 0),
    };
  }

  get view(): View {
    return this.#view;
  }

  /** The last frozen row and column; what is hidden is not counted (ECMA-376 18.3.1.66: those "visible in the pane"). */
  freeze({ rows, columns, hidesOtherRows }: Pick<Sheet, 'rows' | 'columns' | 'hidesOtherRows'>): Sheet['freeze'] {
    const { row: top = 1, column: left = 1 } = this.#topLeft ?? {};
    const { rows: down, columns: across } = this.#frozen;
    return {
      row: hidesOtherRows ? lastListed(rows, top, down) : lastShown(spansOf(rows), top, down),
      column: lastShown(columns, left, across),
    };
  }
}

function* spansOf(rows: Sheet['rows']): Generator<Span> {
  for (const { number, isHidden } of rows) yield { from: number, to: number, isHidden };
}

/** The last of so many that are shown from a number on; the spans are by rising number. */
function lastShown(spans: Iterable<Span>, start: number, count: number): number {
  if (count === 0) return 0;
  let last = start - 1 + count;
  let next = start;
  for (const { from, to, isHidden } of spans) {
    if (from > last) break;
    // Spans of a broken file may overlap.
    if (isHidden) last += Math.max(0, to - Math.max(from, next) + 1);
    next = Math.max(next, to + 1);
  }
  return last;
}

/** The same where what is not listed is hidden. */
function lastListed(rows: Sheet['rows'], start: number, count: number): number {
  let last = 0;
  let left = count;
  for (const { number, isHidden } of rows) {
    if (left === 0) break;
    if (isHidden || number < start) continue;
    last = number;
    left--;
  }
  return last;
}

/** The zoom of the usual view: a preview of pages has one of its own (ECMA-376 18.3.1.87). */
function zoomOf({ view, zoomScale, zoomScaleNormal }: Attributes): number | undefined {
  const isUsual = view === undefined || view === 'normal';
  return shownZoom(whole(isUsual ? zoomScale : zoomScaleNormal));
}
