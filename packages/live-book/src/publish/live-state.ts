/** How a live workbook stands. */
export type LiveState =
  | { readonly state: 'connecting' }
  /** Another publisher has the report; this one takes over when that one is gone. */
  | { readonly state: 'standby'; readonly why: string }
  /** What viewers have; a newer publish of this workbook may wait for approval. */
  | { readonly state: 'live'; readonly version: number | undefined; readonly waits?: number | undefined }
  /** Changes wait for the portal: so many cells, or the workbook as a whole. */
  | { readonly state: 'queued'; readonly waiting: number | 'workbook'; readonly why: string }
  /** Somebody has been typing in the workbook for a while, or a dialog is open: what changed is read afterwards. */
  | { readonly state: 'busy'; readonly why: string }
  /** The report was rolled back: the workbook goes as it is once that is released. */
  | { readonly state: 'held'; readonly waiting: number | 'workbook'; readonly why: string }
  | { readonly state: 'paused' }
  /** The portal refuses the workbook as it is; the next change is tried again. */
  | { readonly state: 'refused'; readonly why: string }
  | { readonly state: 'lost'; readonly why: string }
  | { readonly state: 'ended'; readonly why: string };

/** The states from which nothing follows by itself. */
export function isOver({ state }: LiveState): boolean {
  return state === 'lost' || state === 'ended';
}

/** A state as a pane or toolbar says it. */
export function wordsOfState(live: LiveState): string {
  switch (live.state) {
    case 'connecting':
      return 'Connecting…';
    case 'standby':
      return 'Standing by: another publisher is live';
    case 'live':
      if (live.waits !== undefined) return `On hold: publish ${live.waits} is waiting for approval`;
      return live.version === undefined ? 'Live' : `Live, version ${live.version}`;
    case 'queued':
      return `Offline, ${waitingWords(live.waiting)} waiting: ${live.why}`;
    case 'busy':
      return `Waiting: ${live.why}`;
    case 'held':
      return `On hold: ${live.why}`;
    case 'paused':
      return 'Paused';
    case 'refused':
      return `Refused: ${live.why}`;
    case 'lost':
      return `Lost: ${live.why}`;
    case 'ended':
      return `Stopped: ${live.why}`;
  }
}

function waitingWords(waiting: number | 'workbook'): string {
  if (waiting === 'workbook') return 'workbook';
  if (waiting === 0) return 'nothing';
  return waiting === 1 ? '1 cell' : `${waiting.toLocaleString('en-US')} cells`;
}
