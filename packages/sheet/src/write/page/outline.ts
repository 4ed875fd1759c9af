import { limits } from '@sheetwire/contract/limits';
import type { GroupPlace, OutlineSides } from '../../outline/layout.ts';
import { attributeOf } from './tags.ts';

/** The groups that a row or column of a page is in. */
export function groupOf(attributes: string): GroupPlace | undefined {
  const level = Number(attributeOf(attributes, 'data-level') ?? 0);
  if (!(level >= 1 && level <= limits.groupLevels)) return undefined;
  return { level, ...(attributes.includes(' hidden') && { isFolded: true }) };
}

const COLUMN = /<col[ >][^<>]*/g;

/** The groups of the columns of a table, by place. */
export function columnGroups(head: string): (GroupPlace | undefined)[] {
  if (!head.includes(' data-level="')) return [];
  return Array.from(head.matchAll(COLUMN), ([column]) => groupOf(column));
}

/** Where the totals of the groups of a table stand. */
export function outlineOf(attributes: string): OutlineSides | undefined {
  const sides = attributeOf(attributes, 'data-outline')?.split(' ');
  return sides && { isAbove: sides.includes('above'), isBefore: sides.includes('before') };
}

/** What a sheet says of a row or column in groups. */
export function groupFacts(group: GroupPlace | undefined): { readonly isHidden: boolean; readonly group?: GroupPlace } {
  return { isHidden: group?.isFolded === true, ...(group && { group }) };
}
