import { hour, KiB, MiB, s } from './units.ts';

/** The round trip of controls, and the files that a report links to (semantics 5, interfaces 4). */
export const controlLimits = {
  controls: {
    /** Calls of one user, and updates of one topic, a second. */
    perUser: 20,
    perTopic: 100,
    /** Updates of one topic that wait for their publisher. */
    waiting: 200,
    /** Calls of viewers that wait for an answer, and of publishers that wait for updates, on one server. */
    callers: 10_000,
    /** Updates and characters of their values in one answer to a publisher. */
    batch: 100,
    batchText: 1 * MiB,
    acks: 500,
    /** Bytes of an update, and of what a publisher sends to open and acknowledge. */
    updateBody: 256 * KiB,
    publisherBody: 1 * MiB,
    /** Sessions of one account; what a publisher that went away leaves is kept so long for it to come back. */
    sessions: 50,
    sessionKept: 24 * hour,
    /** A lease is written anew when it is older than this: one that is not outlasts the longest poll by 2 s. */
    renewAfter: 3 * s,
    /** What a lost message may have hidden is looked for so often. */
    look: 2 * s,
    /** Acknowledged and withdrawn updates stay so long for a node that asks late. */
    updateKept: 60 * s,
    /** An update whose value is held is known by its id so long, and the newest of a topic alone: sent again it covers nothing. */
    heldUpdateKept: 24 * hour,
    heldUpdates: 500,
    /** Topics in which somebody types, and those who type in one. */
    midEditTopics: 10_000,
    midEditors: 200,
  },
  linkedFiles: {
    /** Files of one report, and their bytes. */
    count: 500,
    bytes: 200 * MiB,
    nameLength: 120,
    /** A file is kept and sent in parts of this size. */
    part: 256 * KiB,
  },
} as const;
