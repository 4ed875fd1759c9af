import { parseReportDate } from '@sheetwire/rules/report-date';
import type { PaletteAction } from '#features/palette/actions.ts';
import { type Selection, topicOf } from '#features/selection/selection.ts';
import { metadataTab, type PageTab } from '#features/selection/tabs.ts';
import type { FlashSetting } from './flash-setting.ts';
import type { ReportInfo } from './report-view.ts';
import type { ViewerModel } from './viewer-model.ts';

export interface ViewerActionDeps {
  readonly model: Pick<ViewerModel, 'dispatch'> & { readonly reports: Pick<ViewerModel['reports'], 'refresh'> };
  readonly selection: Selection;
  readonly tabs: readonly PageTab[];
  readonly tab: PageTab | undefined;
  readonly report: ReportInfo | undefined;
  readonly flash: FlashSetting;
}

/** What the palette offers of the open report: its pages, its days, and what its settings do. */
export function viewerActions(deps: ViewerActionDeps, typed: string, moment?: string): readonly PaletteAction[] {
  if (topicOf(deps.selection) === undefined) return [];
  return [...pages(deps), ...switches(deps), ...(moment ? [asOf(deps, typed, moment)] : days(deps, typed))];
}

function pages({ model, tabs, tab }: ViewerActionDeps): PaletteAction[] {
  return tabs.map(({ slug, name }) => ({
    ...{ id: `page:${slug}`, group: 'Pages', text: name, icon: 'sheet', also: 'tab page' },
    ...(slug === tab?.slug ? { note: 'shown' } : {}),
    run: () => model.dispatch({ kind: 'tab', tab: slug }),
  }));
}

function switches({ model, selection, flash }: ViewerActionDeps): PaletteAction[] {
  const { areSettingsHidden, isMetadataShown } = selection;
  const isLive = selection.isLive && selection.at === undefined;
  const isFlashOn = flash.isOn.getState();
  const showMetadata = () => {
    model.dispatch({ kind: 'metadata', isShown: !isMetadataShown });
    if (!isMetadataShown) model.dispatch({ kind: 'tab', tab: metadataTab });
  };
  return [
    {
      ...{ id: 'live', key: 'p', text: isLive ? 'Pause' : 'Update Live', icon: isLive ? 'pause' : 'live' },
      also: isLive ? 'Update Live stop hold' : 'resume catch up',
      run: () => model.dispatch({ kind: 'live', isLive: !isLive }),
    },
    { id: 'refresh', text: 'Refresh', icon: 'retry', also: 'reload report', run: () => model.reports.refresh() },
    {
      ...{ id: 'settings', text: areSettingsHidden ? 'Show Settings' : 'HIDE SETTINGS', also: 'entity group date' },
      icon: areSettingsHidden ? 'down' : 'up',
      run: () => model.dispatch({ kind: 'settings', isHidden: !areSettingsHidden }),
    },
    {
      ...{ id: 'metadata', text: isMetadataShown ? 'Hide Metadata' : 'Show Metadata', icon: 'info' },
      also: 'published by',
      run: showMetadata,
    },
    {
      ...{ id: 'flash', text: 'Flash Changes', icon: 'eye', note: isFlashOn ? 'on' : 'off', also: 'tint' },
      run: () => flash.set(!isFlashOn),
    },
  ];
}

/** A time is no day: the day's snapshot shows other figures. */
function asOf({ model }: ViewerActionDeps, typed: string, at: string): PaletteAction {
  return {
    id: 'moment',
    text: `As of ${typed}`,
    icon: 'history',
    also: typed,
    run: () => model.dispatch({ kind: 'at', at }),
  };
}

/** Days with a snapshot are found by their date; any other day that is typed in full can be gone to as well. */
function days({ model, selection, report }: ViewerActionDeps, typed: string): PaletteAction[] {
  const goTo = (date: string | undefined, text: string): PaletteAction => ({
    ...{ id: `day:${date ?? 'live'}`, text, icon: date === undefined ? 'live' : 'history' },
    ...{ also: `as of date ${date?.replaceAll('-', '') ?? ''}`, isFoundOnly: date !== undefined },
    run: () => model.dispatch({ kind: 'date', date }),
  });
  const snapshots = report?.snapshotDates ?? [];
  const asked = typed.includes(':') ? undefined : parseReportDate(typed.trim());
  const isOther = asked !== undefined && !snapshots.includes(asked);
  return [
    ...(selection.date === undefined ? [] : [goTo(undefined, 'CLEAR date: back to the live report')]),
    ...snapshots
      .toSorted()
      .reverse()
      .map((date) => goTo(date, `Snapshot ${date}`)),
    ...(isOther ? [{ ...goTo(asked, `As of ${asked}`), also: typed }] : []),
  ];
}
