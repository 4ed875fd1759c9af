import { useEffect } from 'react';
import type { Selection } from '#features/selection/selection.ts';
import { setPageTitle } from '#lib/page-title.ts';

/** The tab of the browser names the report. */
export function useViewerTitle({ entity, group, report, at }: Selection, ownEntity: string): void {
  const name = report === '' ? '' : entity === ownEntity ? `${group}/${report}` : `${entity}/${group}/${report}`;
  const title = at === undefined ? name : `${name} (not live)`;
  useEffect(() => setPageTitle(title), [title]);
}
