import { hour, KiB, minute, ms, s } from './units.ts';

/** Sessions, seats, passwords and emailed keys, Windows sign-in, single sign-on. */
export const identityLimits = {
  seatIdle: 15 * minute,
  sessionIdle: 12 * hour,
  sessionLife: 30 * 24 * hour,
  /** Passwords of one client address that are checked at once: its other logins stand in line, those of others do not. */
  loginsAtOnce: 8,
  loginFailures: { perPair: 10, perAddress: 100, within: 15 * minute, perUser: 50, perUserWithin: 1 * hour },
  /** Wrong view and publish secrets; those that one server knows already are not counted again. */
  secretGuesses: {
    within: 15 * minute,
    /** Of one caller for one report; from `slowFrom` on each next one waits twice as long as the one before. */
    perReport: 10,
    slowFrom: 3,
    slow: 1 * s,
    /** Of one caller for all reports; of all callers for one report, which then bears one of each. */
    perCaller: 60,
    perTopic: 60,
    /** Rows of the audit log about first wrong secrets of one caller. */
    noted: 10,
    /** Callers and reports that a server remembers, secrets of each, and how often a second one may be sent again. */
    known: 20_000,
    marks: 4,
    again: 5,
  },
  /** Groups and reports of which one caller becomes admin; a super admin could set their lists anyhow. */
  claims: { most: 60, mostOfSuperAdmin: 600, within: 10 * minute },
  /** Changes of lists and of snapshot settings by one caller: each leaves a row in the audit log. */
  rightsChanges: { most: 1200, mostOfSuperAdmin: 12_000, within: 10 * minute },
  setPasswordKey: 72 * hour,
  changeEmailKey: 1 * hour,
  /** Mails of a forgotten password: for one email address, and asked for from one client address. */
  resetMails: { perEmail: 3, perClient: 20, within: 1 * hour },
  /** Changes of email that one user may ask for. */
  emailChanges: { most: 5, within: 1 * hour },
  /** The look at a key that one client address has at once, and behind them in line. */
  keyLooks: { atOnce: 4, waiting: 100 },
  /** A fresh thread reads its word lists first, which takes seconds on a busy machine. */
  passwordCheckStart: 30 * s,
  /** A waiting user keeps the place in line for a seat this long between two calls. */
  seatPlaceKept: 15 * s,
  /** How often the store is told of somebody who waits for a seat, and how long one look at the free seats is believed. */
  seatTold: 5 * s,
  seatLook: 100 * ms,
  /** How long a node trusts what it read of a session or bearer; ended ones are told at once by message. */
  identityCache: 5 * s,
  /** How long the lists of users and groups are believed when no change was told of: a message may be lost. */
  namesKept: 5 * s,
  /** When the end of a session may or may not be kept, its user's streams are looked at once more after so long. */
  endInDoubt: 5 * s,
  /** A session's last call is written at most this often. */
  seenEvery: 1 * minute,
  /**
   * Last calls and seats of all callers are written down so often, or once so many wait, in one statement: a server that
   * dies loses the calls of so long.
   */
  upkeep: { every: 5 * s, most: 5000 },
  /** Sessions and bearers of many callers that are read in one statement, and such statements at the same time. */
  linesRead: { most: 1000, atOnce: 2 },
  storedInfoIdle: 30 * 24 * hour,
  storedInfoLife: 90 * 24 * hour,
  tokensPerUser: { most: 60, within: 1 * hour },
  windows: {
    /** Base64 of a ticket with many groups, and all headers of a request that brings one. */
    token: 64 * KiB,
    headers: 96 * KiB,
    /** Tickets that are checked at once, and how many wait; how long one may take with its wait. */
    atOnce: 2,
    waiting: 100,
    wait: 5 * s,
    /** A browser that could not sign in by Windows is not asked again so long. */
    quiet: 5 * minute,
    /** The same line goes to the log at most so often. */
    noteEvery: 10 * minute,
    notesKept: 1000,
  },
  sso: {
    /** From leaving for the provider to coming back. */
    transaction: 10 * minute,
    /** From our logout to the provider's. */
    logoutTicket: 5 * minute,
    /** One answer of the provider, to its last byte. */
    answer: 5 * s,
    answerBytes: 512 * KiB,
    /** How far the clocks of provider and portal may be apart. */
    clockTolerance: 60 * s,
    /** Nobody is sent to a provider that was not seen to answer so lately; one that did not is left alone for a moment. */
    descriptionKept: 10 * s,
    descriptionRetry: 2 * s,
    keysKept: 10 * minute,
    /** A key that is not known is looked for again so soon after the last time. */
    keysRetry: 5 * s,
    logoutTokenAge: 2 * minute,
    logoutTokenBytes: 16 * KiB,
    /** An id token that is longer is no hint of a logout address. */
    hintLength: 6000,
    /** Sign-ins of one address, which may be that of a whole company. */
    starts: { most: 600, within: 1 * minute },
  },
  maxApiKeys: 100,
  /** Sessions, stored logins and add-in credentials of a user, each; beyond it the longest idle ends. */
  maxSessions: 100,
  /** Users who ask for a license seat in one transaction. */
  seatRound: 1000,
  minPassword: 12,
  maxPassword: 256,
  maxWaitingHashes: 100,
} as const;
