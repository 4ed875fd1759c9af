import { limits } from '@sheetwire/contract/limits';
import { shownZoom } from '../../view/zoom.ts';
import { type Attributes, whole } from '../xml.ts';

/** How a sheet is looked at. */
export interface SheetView {
  readonly freeze: { readonly row: number; readonly column: number };
  readonly hasGridlines: boolean;
  /** Per cent; left out for the usual one. */
  readonly zoom?: number;
}

/** `2` where a sheet is split by freezing it. */
const FROZEN = '2';

/** Reads `settings.xml`: the views of the sheets by their names, and whether zeros are shown. */
export class ViewSettings {
  hidesZeros = false;
  readonly #items = new Map<string, Map<string, string>>();
  #sheet: Map<string, string> | undefined;
  #isInTables = false;
  #item: string | undefined;
  #text = '';

  open(name: string, attributes: Attributes): void {
    const own = attributes[':name'];
    if (name === 'config-item-map-named') this.#isInTables = own === 'Tables';
    else if (name === 'config-item-map-entry' && this.#isInTables && this.#items.size < limits.workbook.sheets) {
      this.#sheet = new Map();
      this.#items.set(own ?? '', this.#sheet);
    } else if (name === 'config-item') {
      this.#item = own;
      this.#text = '';
    }
  }

  text(text: string): void {
    if (this.#item !== undefined && this.#text.length < longest) this.#text += text;
  }

  close(name: string): void {
    if (name === 'config-item-map-named') this.#isInTables = false;
    else if (name === 'config-item-map-entry') this.#sheet = undefined;
    else if (name === 'config-item' && this.#item !== undefined) {
      if (wanted.has(this.#item)) this.#sheet?.set(this.#item, this.#text);
      if (!this.#isInTables && this.#item === 'ShowZeroValues') this.hidesZeros = this.#text === 'false';
      this.#item = undefined;
    }
  }

  of(sheet: string): SheetView {
    const items = this.#items.get(sheet);
    const frozen = (axis: string) =>
      items?.get(`${axis}SplitMode`) === FROZEN ? Math.max(0, whole(items.get(`${axis}SplitPosition`)) ?? 0) : 0;
    const zoom = shownZoom(whole(items?.get('ZoomValue')));
    return {
      ...(zoom !== undefined && { zoom }),
      freeze: { row: frozen('Vertical'), column: frozen('Horizontal') },
      hasGridlines: items?.get('ShowGrid') !== 'false',
    };
  }
}

const longest = 100;
const wanted: ReadonlySet<string> = new Set([
  'VerticalSplitMode',
  'VerticalSplitPosition',
  'HorizontalSplitMode',
  'HorizontalSplitPosition',
  'ShowGrid',
  'ZoomValue',
]);
