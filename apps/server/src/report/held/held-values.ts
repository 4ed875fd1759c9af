import { createHash } from 'node:crypto';
import type { HeldChange, HeldValue } from '#ports/controls.ts';
import type { PageState } from '#report/page-state.ts';
import { findElement, showValue, withElement } from './control-element.ts';

/** The values that a report's controls hold, by page owner and name. */
export type HeldValues = ReadonlyMap<string, HeldValue>;

export const nothingHeld: HeldValues = new Map();

type Place = Pick<HeldValue, 'owner' | 'key'>;

export function placeKey({ owner, key }: Place): string {
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
export function findControl(pages: readonly PageState[], { owner, key }: Place): ControlAt | undefined {
  for (const [number, page] of pages.entries()) {
    if ((page.user ?? '') !== owner) continue;
    const control = page.controls.find((one) => one.name.toUpperCase() === key);
    if (!control) continue;
    const cell = page.cellOf(control.name);
    const html = cell === undefined ? page.html : (page.cell(cell) ?? '');
    const element = findElement(html, control.name);
    return element && { page, number, control, cell, markup: element.markup };
  }
  return undefined;
}

/** Held values on new pages: where the publisher says what it said before the value stays, elsewhere its own wins. */
export function holdOn(pages: readonly PageState[], held: HeldValues): { pages: PageState[]; held: HeldValues } {
  const shown = [...pages];
  const kept = new Map<string, HeldValue>();
  for (const [key, value] of held) {
    const found = findControl(shown, value);
    if (found?.markup !== value.markup) continue;
    shown[found.number] = setMarkup(found, showValue(found.markup, found.control.kind, value.value)).page;
    kept.set(key, value);
  }
  return { pages: shown, held: kept.size === held.size ? held : kept };
}

/** As `holdOn`, for the new content of one cell. */
export function holdInCell(
  cell: { readonly html: string; readonly owner: string; readonly names: readonly string[] },
  controls: PageState['controls'],
  held: HeldValues,
): { html: string; dropped: string[] } {
  let { html } = cell;
  const dropped: string[] = [];
  for (const name of cell.names) {
    const value = held.get(`${cell.owner}\n${name.toUpperCase()}`);
    if (!value) continue;
    const control = controls.find((one) => one.name.toUpperCase() === value.key);
    const element = control && findElement(html, control.name);
    if (control && element?.markup === value.markup) {
      html = withElement(html, element, showValue(element.markup, control.kind, value.value));
    } else dropped.push(placeKey(value));
  }
  return { html, dropped };
}

/** Sets a control's markup; a control outside all cells makes a new page. */
export function setMarkup(at: ControlAt, markup: string): { readonly page: PageState; readonly html: string } {
  const { page, cell, control } = at;
  const before = cell === undefined ? page.html : (page.cell(cell) ?? '');
  const element = findElement(before, control.name);
  const html = element ? withElement(before, element, markup) : before;
  if (cell === undefined) return { page: page.withHtml(html), html };
  page.setCell(cell, html, undefined);
  return { page, html };
}
