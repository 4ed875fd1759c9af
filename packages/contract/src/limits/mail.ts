import { hour, minute, s } from './units.ts';

/** The queue of mails and the mail server. */
export const mailLimits = {
  /** A mail is begun at a random moment within this, so that no later answer tells whether one was due; so many may wait. */
  mailStart: { within: 1 * s, waiting: 1000 },
  /** A mail server's greeting, each of its answers, and a whole mail; then the mail is tried again later. */
  mailWait: 5 * s,
  mailSend: 60 * s,
  /** Between two tries of one mail, doubling; after `mailLife` it is given up. */
  mailRetry: { first: 1 * minute, most: 1 * hour },
  mailLife: 24 * hour,
  /** A server that took a mail on and sent nothing by then has died: another takes it. */
  mailClaim: 3 * minute,
  mailLook: 5 * s,
  /** An unused connection to the mail server stays open so long; a stop waits so long for mails under way. */
  mailIdle: 30 * s,
  mailStop: 3 * s,
  mailConnections: 3,
  maxWaitingMails: 10_000,
} as const;
