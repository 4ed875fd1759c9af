import { showAlert } from '#features/alerts/alerts.ts';
import { unsavedNote } from '#features/connection/connection.ts';
import { closedFor, LazyControls } from '#features/controls/lazy-controls.ts';
import type { Services } from '#services.ts';
import { keptEntries } from './kept-entries.ts';
import type { Surface } from './report-surface.ts';
import type { ReportInfo } from './report-view.ts';
import type { ViewerModel } from './viewer-model.ts';

/** The parts of the viewer that controls reach back to; they are made after the controls. */
export interface Around {
  readonly surface: Surface;
  readonly model: ViewerModel;
}

/** The controls of the shown report, joined with the report loop, the icons in the bar and the alerts. */
export function makeControls(services: Services, user: string, around: () => Around): LazyControls {
  const { call, clock, isRemote } = services;
  return new LazyControls(() => around().surface.host.shadowRoot, {
    ...{ call, clock, isRemote, alert: showAlert, chance: Math.random, kept: keptEntries(services.session, user) },
    settle: () => around().surface.settle(),
    onMidEntry: (isMidEntry) => around().model.holdForEntry(isMidEntry),
    onPress: (isPressed) => around().model.holdForPress(isPressed),
    onUnsaved: unsavedWarning(),
    refresh: () => around().model.reports.refresh(),
  });
}

/** Follows what is shown while the viewer is on screen; the answer ends it. */
export function startControls(controls: LazyControls, { view }: ViewerModel): () => void {
  // One that may not be viewed any more is empty, and nothing may be entered in it.
  const follow = (report: ReportInfo | undefined) =>
    controls.follow(report && { topic: report.topic, closed: closedFor(report) }, report?.hasControls === true);
  controls.start();
  follow(view.info.getState().report);
  const end = view.info.subscribe(({ report }) => follow(report));
  return () => {
    end();
    controls.stop();
  };
}

/** It outlives its viewer with the entries, and holds nothing of it. */
function unsavedWarning(): (isUnsaved: boolean) => void {
  const noteUnsaved = unsavedNote();
  return (isUnsaved) => {
    noteUnsaved(isUnsaved);
    if (isUnsaved) addEventListener('beforeunload', warn);
    else removeEventListener('beforeunload', warn);
  };
}

/** The browser asks before the page is left while something is not saved. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
