import { limits } from '@sheetwire/contract/limits';
import { intersection } from '../address.ts';
import type { CellRange, Sheet } from '../model.ts';
import { parseReferences } from '../reference.ts';

/** Where the links of a workbook lead within the report. */
export interface LinkPlaces {
  /** Hash of the page that shows a sheet, by the sheet's name in lower case. */
  readonly hashes: ReadonlyMap<string, string>;
  /** What each name of the workbook stands for, by the name in lower case. */
  readonly names: ReadonlyMap<string, string>;
}

/** The part of an address that selects a tab (spec 2): lower case, spaces as dashes. */
export function pageHash(name: string): string {
  return `#${name.toLowerCase().replaceAll(' ', '-')}`;
}

/** The address a viewer may follow: web, mail, a path of the portal or a tab of the report; undefined for all else. */
export function hrefOf(target: string, places: LinkPlaces): string | undefined {
  if (target.startsWith('#')) return hashOf(target.slice(1), places);
  if (/^\/(?![/\\])/.test(target)) return target;
  const trimmed = target.trim();
  if (!/^(?:https?:\/\/|mailto:)/i.test(trimmed)) return undefined;
  return URL.parse(trimmed)?.href;
}

function hashOf(place: string, { hashes, names }: LinkPlaces): string | undefined {
  const sheet = parseReferences(names.get(place.toLowerCase()) ?? place)?.[0]?.sheet;
  return sheet === undefined ? undefined : hashes.get(sheet.toLowerCase());
}

/** The target of each linked cell of a range, by `row,column`. */
export function linkTargets(sheet: Sheet, range: CellRange): Map<string, string> {
  const targets = new Map<string, string>();
  for (const link of sheet.links) {
    const area = intersection(link.range, range);
    for (let row = area?.top ?? 1; area && row <= area.bottom; row++) {
      for (let column = area.left; column <= area.right; column++) {
        if (targets.size >= limits.workbook.links) return targets;
        targets.set(`${row},${column}`, link.target);
      }
    }
  }
  return targets;
}
