import type { Selection } from '#features/selection/selection.ts';

/** Names a report, and whether it is chosen to be live: among tabs side by side nothing else says so. */
export function viewerTitle({ entity, group, report, at, date, isLive }: Selection, ownEntity: string): string {
  if (report === '') return '';
  const name = entity === ownEntity ? `${group}/${report}` : `${entity}/${group}/${report}`;
  if (at !== undefined) return `${name} (not live)`;
  if (date !== undefined) return `${name} ${date}`;
  return isLive ? name : `${name} (paused)`;
}
