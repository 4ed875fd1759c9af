import { limits } from '@sheetwire/contract/limits';
import { cellAddress, holds, intersection } from '../address.ts';
import type { Budget } from '../budget.ts';
import { DefinedNames } from '../defined-names.ts';
import type { CellRange, Sheet, SheetLink, Workbook } from '../model.ts';
import { parseReferences, type Reference } from '../reference.ts';
import type { Area, PagePlan } from './page/page-list.ts';

/** A page on which a sheet, or parts of it, are shown. */
interface PagePlace {
  readonly hash: string;
  readonly ranges: readonly CellRange[];
}

/** Where the links of a workbook lead within the report. */
export interface LinkPlaces {
  /** The pages that show a sheet, by the sheet's name in lower case. */
  readonly pages: ReadonlyMap<string, readonly PagePlace[]>;
  /** The first area that a name or an address refers to, as it is seen from a sheet. */
  readonly areaOf: (place: string, sheet: string) => Reference | undefined;
  /** The tables of the workbook, by the name in lower case. */
  readonly tables: ReadonlyMap<string, Reference>;
}

/** The page and the sheet that a link stands on. */
export interface LinkStart {
  readonly hash: string;
  readonly sheet: string;
}

/** Where a cell leads, ready to be written, and what is said of it. */
export interface WrittenLink {
  readonly href: string | undefined;
  readonly tip: string | undefined;
}

export const noLink: WrittenLink = { href: undefined, tip: undefined };

/** The address of a link's target, or undefined where it leads nowhere. */
export type FollowLink = (target: string) => string | undefined;

/** The places that links of a workbook may lead to; `rangesOf` tells what is shown of an area. */
export function linkPlaces(
  { names, sheets }: Workbook,
  plans: readonly PagePlan[],
  rangesOf: (area: Area) => readonly CellRange[],
): LinkPlaces {
  const pages = new Map<string, PagePlace[]>();
  for (const { name, areas } of plans) {
    for (const area of areas) {
      const key = area.sheet.name.toLowerCase();
      pages.set(key, [...(pages.get(key) ?? []), { hash: pageHash(name), ranges: rangesOf(area) }]);
    }
  }
  const tables = sheets.flatMap((sheet) =>
    sheet.tables.map(({ name, range }) => [name.toLowerCase(), { sheet: sheet.name, range }] as const),
  );
  return { pages, areaOf: areasOf(new DefinedNames(names)), tables: new Map(tables) };
}

/** Many links may lead to one name, which is read once. */
function areasOf(names: DefinedNames): LinkPlaces['areaOf'] {
  const known = new Map<string, Reference | undefined>();
  return (place, sheet) => {
    const refers = names.refersOf(place, sheet);
    if (refers === undefined) return parseReferences(place)?.[0];
    if (!known.has(refers)) known.set(refers, parseReferences(refers)?.[0]);
    return known.get(refers);
  };
}

/** The part of an address that selects a tab (spec 2): lower case, spaces as dashes. */
export function pageHash(name: string): string {
  return `#${name.toLowerCase().replaceAll(' ', '-')}`;
}

/** The address a viewer may follow: web, mail, a path of the portal, a tab of the report or a cell; undefined for all else. */
export function hrefOf(target: string, places: LinkPlaces, from: LinkStart): string | undefined {
  if (target.length > limits.clean.linkLength) return undefined;
  if (target.startsWith('#')) return hashOf(target.slice(1), places, from);
  if (/^\/(?![/\\])/.test(target)) return target;
  const trimmed = target.trim();
  if (!/^(?:https?:\/\/|mailto:)/i.test(trimmed)) return undefined;
  return URL.parse(trimmed)?.href;
}

/** A cell by its name where its page is the link's own, else with the tab of its page; a cell that is not shown by a tab alone. */
function hashOf(place: string, { pages, areaOf, tables }: LinkPlaces, from: LinkStart): string | undefined {
  const table = tables.get(place.replace(/\[.*$/s, '').toLowerCase());
  const reference = table ?? areaOf(place, from.sheet);
  if (!reference) return undefined;
  const found = pages.get((reference.sheet ?? from.sheet).toLowerCase()) ?? [];
  const { top, left } = reference.range;
  const showing = found.filter(({ ranges }) => ranges.some((range) => holds(range, top, left)));
  const cell = cellAddress(top, left);
  if (showing.some(({ hash }) => hash === from.hash)) return `#${cell}`;
  const [page] = showing;
  return page && cell !== 'A1' ? `${page.hash}!${cell}` : (page ?? found[0])?.hash;
}

/** The link of each linked cell of a range, by `row,column`. */
export function linksByCell(sheet: Sheet, range: CellRange, cells: Budget): Map<string, SheetLink> {
  const targets = new Map<string, SheetLink>();
  for (const link of sheet.links) {
    const area = intersection(link.range, range);
    if (area) cells.spend((area.bottom - area.top + 1) * (area.right - area.left + 1));
    for (let row = area?.top ?? 1; area && row <= area.bottom; row++) {
      for (let column = area.left; column <= area.right; column++) {
        if (targets.size >= limits.workbook.links) return targets;
        targets.set(`${row},${column}`, link);
      }
    }
  }
  return targets;
}
