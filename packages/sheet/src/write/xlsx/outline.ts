import type { Sheet } from '../../model.ts';
import type { GroupPlace } from '../../outline/layout.ts';

/** Where the totals of a sheet's groups stand; nothing where they stand as usual. */
export function outlineXml({ outline }: Sheet): string {
  if (!outline?.isAbove && !outline?.isBefore) return '';
  const above = outline.isAbove ? ' summaryBelow="0"' : '';
  return `<outlinePr${above}${outline.isBefore ? ' summaryRight="0"' : ''}/>`;
}

/** The groups of a row or column; `isClosed` when that beside it is collapsed. */
export function groupText(group: GroupPlace | undefined, isClosed: boolean): string {
  const level = group ? ` outlineLevel="${group.level}"` : '';
  return `${level}${group?.isFolded ? ' hidden="1"' : ''}${isClosed ? ' collapsed="1"' : ''}`;
}

/** How many groups lie in one another at most. */
export function mostLevels(axis: 'Row' | 'Col', list: readonly { readonly group?: GroupPlace }[]): string {
  const most = list.reduce((level, { group }) => Math.max(level, group?.level ?? 0), 0);
  return most === 0 ? '' : ` outlineLevel${axis}="${most}"`;
}

/** Whether one is the total of the collapsed group beside it. */
export function closesGroup(own: GroupPlace | undefined, beside: GroupPlace | undefined): boolean {
  return beside?.isFolded === true && beside.level > (own?.level ?? 0);
}
