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
  /** A control that is pressed stays where it is for as long as the press, and this long at most. */
  pressHold: 2 * s,
  /** How long a value that was confirmed stands over an older one of the page. */
  controlAwaiting: 900 * ms,
  /** How long the words of a success stay beside a control; those of a refusal stay until they are read. */
  controlSavedShown: 1.5 * s,
  /** Refusals that a page keeps. */
  controlRefusals: 200,
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
