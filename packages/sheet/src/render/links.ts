import { limits } from '@sheetwire/contract/limits';
import { intersection } from '../address.ts';
import type { Budget } from '../budget.ts';
import type { CellRange, Sheet } from '../model.ts';
import { parseReferences } from '../reference.ts';

/** Where the links of a workbook lead within the report. */
export interface LinkPlaces {
  /** Hash of the page that shows a sheet, by the sheet's name in lower case. */
  readonly hashes: ReadonlyMap<string, string>;
  /** The sheet that each name of the workbook leads to, by the name in lower case. */
  readonly names: ReadonlyMap<string, string | undefined>;
}

/** The part of an address that selects a tab (spec 2): lower case, spaces as dashes. */
export function pageHash(name: string): string {
  return `#${name.toLowerCase().replaceAll(' ', '-')}`;
}

/** The address a viewer may follow: web, mail, a path of the portal or a tab of the report; undefined for all else. */
export function hrefOf(target: string, places: LinkPlaces): string | undefined {
  if (target.length > limits.clean.linkLength) return undefined;
  if (target.startsWith('#')) return hashOf(target.slice(1), places);
  if (/^\/(?![/\\])/.test(target)) return target;
  const trimmed = target.trim();
  if (!/^(?:https?:\/\/|mailto:)/i.test(trimmed)) return undefined;
  return URL.parse(trimmed)?.href;
}

function hashOf(place: string, { hashes, names }: LinkPlaces): string | undefined {
  const name = place.toLowerCase();
  const sheet = names.has(name) ? names.get(name) : sheetOf(place);
  return sheet === undefined ? undefined : hashes.get(sheet.toLowerCase());
}

/** The sheet that a reference leads to first. */
export function sheetOf(refers: string): string | undefined {
  return parseReferences(refers)?.[0]?.sheet;
}

/** The target of each linked cell of a range, by `row,column`. */
export function linkTargets(sheet: Sheet, range: CellRange, cells: Budget): Map<string, string> {
  const targets = new Map<string, string>();
  for (const link of sheet.links) {
    const area = intersection(link.range, range);
    if (area) cells.spend((area.bottom - area.top + 1) * (area.right - area.left + 1));
    for (let row = area?.top ?? 1; area && row <= area.bottom; row++) {
      for (let column = area.left; column <= area.right; column++) {
        if (targets.size >= limits.workbook.links) return targets;
        targets.set(`${row},${column}`, link.target);
      }
    }
  }
  return targets;
}
