import type { Output } from '@sheetwire/contract/call';
import type { report } from '@sheetwire/contract/reports';

/** What a report shows that is not there, or that the user may not view: the two cannot be told apart (interfaces 9). */
export function emptyReport(topicBase: string): Output<typeof report> {
  return {
    pages: [],
    pageNames: [],
    time: 'no_time',
    sender: '',
    topicBase,
    snapshotDates: [],
    hasControls: false,
    hasUserHtml: false,
    canInteract: false,
    nodiff: false,
    logout: false,
    logDeep: false,
    version: 0,
    shownDate: null,
    styles: [],
    metadata: {},
    publisherSeenUtc: null,
  };
}

/** The same for who may view the report: a day that nothing was kept for takes no snapshot days from its reader. */
export function emptyDay(topicBase: string): Output<typeof report> {
  const { snapshotDates: _, ...empty } = emptyReport(topicBase);
  return empty;
}
