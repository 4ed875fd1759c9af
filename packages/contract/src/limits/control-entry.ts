import { ms, s } from './units.ts';

/** What a viewer enters in a report's controls, beside the constants of spec 9; and a connected publisher's line. */
export const controlEntryLimits = {
  /** Updates that one viewer's page holds back while the line is down, and how many it has under way. */
  controlsWaiting: 100,
  controlsAtOnce: 4,
  /** A text that the publisher did not confirm is sent again, waiting longer each time. */
  controlUnconfirmed: { first: 500 * ms, most: 5 * s },
  /** An answer that names no wait was too fast for the server: this long. */
  controlTooFast: 1 * s,
  /** How long the page is looked at for a value that was confirmed, until a held back write of the page may show. */
  controlAwaiting: 2 * s,
  /** How long the words beside a control stay: those of a success, and those of a failure. */
  controlSavedShown: 1.5 * s,
  controlFailedShown: 10 * s,
  /** Characters of a text that the control action call takes. */
  controlText: 32_767,
  /** The script for controls that did not come is asked for again after so long. */
  controlScript: 10 * s,
  /** Characters of a value that words quote. */
  controlQuoted: 40,
  /** Between a connected publisher's attempts to open its line anew, doubling. */
  publisherRetry: { first: 500 * ms, most: 10 * s },
  /** Ids that a connected publisher remembers, to drop what is handed over again. */
  publisherRemembers: 10_000,
  /** Acknowledgements in one call. */
  publisherAcks: 500,
} as const;
