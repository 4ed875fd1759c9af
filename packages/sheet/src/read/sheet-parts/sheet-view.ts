import { parseAddress } from '../../address.ts';
import type { Sheet } from '../../model.ts';
import { shownZoom } from '../../view/zoom.ts';
import { type Attributes, isOn, whole } from '../xml.ts';

type View = Pick<Sheet, 'isRightToLeft' | 'hasGridlines' | 'hidesZeros' | 'zoom' | 'freeze'>;

/** Reads how a sheet is looked at: its first view counts. */
export class ViewReader {
  #hasView = false;
  #view: Omit<View, 'freeze'> = { isRightToLeft: false, hasGridlines: true, hidesZeros: false };
  #topLeft: { row: number; column: number } | undefined;
  #freeze = { row: 0, column: 0 };

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
    if (!isFrozen || this.#freeze.row > 0 || this.#freeze.column > 0) return;
    const rows = Math.max(0, whole(attributes.ySplit) ?? 0);
    const columns = Math.max(0, whole(attributes.xSplit) ?? 0);
    this.#freeze = {
      row: rows === 0 ? 0 : (this.#topLeft?.row ?? 1) - 1 + rows,
      column: columns === 0 ? 0 : (this.#topLeft?.column ?? 1) - 1 + columns,
    };
  }

  get view(): View {
    return { ...this.#view, freeze: this.#freeze };
  }
}

/** The zoom of the usual view: a preview of pages has one of its own (ECMA-376 18.3.1.87). */
function zoomOf({ view, zoomScale, zoomScaleNormal }: Attributes): number | undefined {
  const isUsual = view === undefined || view === 'normal';
  return shownZoom(whole(isUsual ? zoomScale : zoomScaleNormal));
}
