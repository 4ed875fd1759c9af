import { useEffect } from 'react';
import type { Selection } from '#features/selection/selection.ts';
import { setPageTitle } from '#lib/page-title.ts';
import { viewerTitle } from './viewer-title.ts';

/** The tab of the browser names the report. */
export function useViewerTitle(selection: Selection, ownEntity: string): void {
  const title = viewerTitle(selection, ownEntity);
  useEffect(() => setPageTitle(title), [title]);
}
