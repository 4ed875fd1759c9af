import type { Addressee } from '@sheetwire/rules/addressee';
import type { PageOwner } from '#ports/controls.ts';
import { findControl } from '#report/held/held-values.ts';
import { publishedMark } from '#report/held/holding.ts';
import { pagesFor, type ReportState } from '#report/report-state.ts';
import type { Published } from './control-values.ts';

/** A control as one viewer sees it. */
export interface ShownControl extends Published {
  readonly owner: PageOwner;
  readonly key: string;
  readonly mark: string;
  readonly holdControls: boolean;
}

/** The control of that name on the pages that this user receives; nobody reaches another's private page. */
export function shownControl(state: ReportState | undefined, user: Addressee, name: string): ShownControl | undefined {
  if (!state) return undefined;
  const key = name.toUpperCase();
  const shown = pagesFor(state.pages, user).map((n) => state.pages[n]);
  const page = shown.find((one) => one?.controls.some((control) => control.name.toUpperCase() === key));
  if (!page) return undefined;
  const owner = page.user === null ? '' : user;
  const found = findControl(state.pages, { owner, key });
  if (!found) return undefined;
  const { control, markup } = found;
  return { owner, key, control, markup, mark: publishedMark(state, found, owner), holdControls: state.holdControls };
}
