import { createHash } from 'node:crypto';
import type { HeldChange, HeldValue } from '#ports/controls.ts';
import type { PageState } from '#report/page-state.ts';
import { findElement, showValue, withElements } from './control-element.ts';
import type { PlacedControl } from './placed-controls.ts';

/** The values that a report's controls hold, by page owner and name. */
export type HeldValues = ReadonlyMap<string, HeldValue>;

export const nothingHeld: HeldValues = new Map();

type ControlKey = Pick<HeldValue, 'owner' | 'key'>;

export function placeKey({ owner, key }: ControlKey): string {
  return `${owner}\n${key}`;
}

/** Held values of a stored version; those of later ones are read when that version is. */
export function heldAt(values: readonly HeldValue[], version: number): HeldValues {
  return new Map(values.filter((one) => one.version <= version).map((one) => [placeKey(one), one]));
}

/** The publisher's own newest version, on which versions that only show held values were built. */
export function ownVersionOf(held: HeldValues, version: number): number {
  return [...held.values()].find((one) => one.version === version)?.base ?? version;
}

/** True when nothing was set and nothing let go. */
export function isSameHeld(before: HeldValues, after: HeldValues): boolean {
  return before === after || before.size + after.size === 0;
}

/** What one step does to the held values, for the store. */
export function heldChange(
  before: HeldValues,
  after: HeldValues,
  { isNews = false, sentAs }: { readonly isNews?: boolean; readonly sentAs?: string | undefined } = {},
): HeldChange | undefined {
  if (isSameHeld(before, after)) return undefined;
  const drop = [...before.values()].filter((one) => !after.has(placeKey(one)));
  const set = [...after].find(([key, one]) => before.get(key) !== one)?.[1];
  return {
    drop: drop.map(({ owner, key }) => ({ owner, key })),
    ...(set && { set, isNews, ...(sentAs !== undefined && { sentAs }) }),
  };
}

/** What a control's markup is known by. */
export function markOf(markup: string): string {
  return createHash('sha256').update(markup).digest('base64url');
}

/** A control where it stands. */
export interface ControlAt {
  readonly page: PageState;
  readonly number: number;
  readonly control: PageState['controls'][number];
  /** The cell's number, undefined outside all cells. */
  readonly cell: number | undefined;
  readonly markup: string;
}

/** Finds a control on the pages of an owner; undefined when it is not published any more. */
export function findControl(pages: readonly PageState[], place: ControlKey): ControlAt | undefined {
  const placed = placeOf(pages, place);
  const page = placed && pages[placed.number];
  if (!page) return undefined;
  const { number, control, cell } = placed;
  const element = findElement(textAround(page, cell), control.name);
  return element && { page, number, control, cell, markup: element.markup };
}

/** The page and the cell of a control. */
interface PlaceAt extends PlacedControl {
  readonly number: number;
}

function placeOf(pages: readonly PageState[], { owner, key }: ControlKey): PlaceAt | undefined {
  for (const [number, page] of pages.entries()) {
    const placed = (page.user ?? '') === owner ? page.control(key) : undefined;
    if (placed) return { ...placed, number };
  }
  return undefined;
}

/** The HTML that holds a control: a cell, or the page. */
function textAround(page: PageState, cell: number | undefined): string {
  return cell === undefined ? page.html : (page.cell(cell) ?? '');
}

/**
 * Held values on new pages: where the publisher says what it said before the value stays, elsewhere its own wins. Each
 * cell, and what lies outside of cells, is gone through once however many values it holds.
 */
export function holdOn(pages: readonly PageState[], held: HeldValues): { pages: PageState[]; held: HeldValues } {
  const shown = [...pages];
  const kept = new Map<string, HeldValue>();
  const places = [...held].flatMap(([key, value]) => {
    const at = placeOf(pages, value);
    return at ? [{ ...at, key, value }] : [];
  });
  for (const [number, own] of Map.groupBy(places, (place) => place.number)) {
    // What lies outside of cells comes last: it makes another page of what the cells show by then.
    const cells = [...Map.groupBy(own, ({ cell }) => cell)].sort(([cell]) => (cell === undefined ? 1 : -1));
    for (const [cell, values] of cells) {
      const page = shown[number];
      if (!page) continue;
      const before = textAround(page, cell);
      const html = withHeld(before, values, (key, value) => kept.set(key, value));
      if (html === before) continue;
      if (cell === undefined) shown[number] = page.withHtml(html);
      else page.setCell(cell, html, undefined);
    }
  }
  return { pages: shown, held: kept.size === held.size ? held : kept };
}

interface Shown {
  readonly key: string;
  readonly control: PageState['controls'][number];
  readonly value: HeldValue;
}

/** The HTML with each value shown whose control is what it was; those are told to `keep`. */
function withHeld(html: string, values: readonly Shown[], keep: (key: string, value: HeldValue) => void): string {
  const byName = new Map(values.map((one) => [one.control.name, one]));
  return withElements(html, (name, markup) => {
    const one = byName.get(name);
    if (one?.value.markup !== markup) return undefined;
    keep(one.key, one.value);
    return showValue(markup, one.control.kind, one.value.value);
  });
}

/** As `holdOn`, for the new content of one cell. */
export function holdInCell(
  cell: { readonly html: string; readonly owner: string; readonly names: readonly string[] },
  controls: PageState['controls'],
  held: HeldValues,
): { html: string; dropped: string[] } {
  const known = new Map(controls.map((control) => [control.name.toUpperCase(), control]));
  const all = new Set<string>();
  const values = cell.names.flatMap((name): Shown[] => {
    const key = `${cell.owner}\n${name.toUpperCase()}`;
    const value = held.get(key);
    if (!value) return [];
    all.add(key);
    const control = known.get(value.key);
    return control ? [{ key, control, value }] : [];
  });
  const html = withHeld(cell.html, values, (key) => all.delete(key));
  return { html, dropped: [...all] };
}

/** Sets a control's markup; a control outside all cells makes a new page. */
export function setMarkup(at: ControlAt, markup: string): { readonly page: PageState; readonly html: string } {
  const { page, cell, control } = at;
  const html = withElements(textAround(page, cell), (name) => (name === control.name ? markup : undefined));
  if (cell === undefined) return { page: page.withHtml(html), html };
  page.setCell(cell, html, undefined);
  return { page, html };
}
