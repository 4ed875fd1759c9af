import { MiB } from './units.ts';

/** Sizes and counts of a report and of rights. */
export const reportLimits = {
  maxRecents: 50,
  maxText: 1000,
  /** Names of one list of rights; more than a list offers to choose from is a group (spec 9, Principal dropdown). */
  maxPrincipals: 5000,
  /** Members that one user group is given. */
  maxMembers: 20_000,
  /** What a client unpacks at most: a portal's own setting may allow larger reports than the default. */
  maxUnpackedPage: 256 * MiB,
  maxPages: 100,
  /** What no setting can raise: faults of more pages than this would not be told, but end the call. */
  mostPages: 10_000,
  maxCells: 500_000,
  maxStyles: 4096,
  maxLinkedFile: 20 * MiB,
  /** Answers to polling clients that are kept as they are sent, and their bytes. */
  packedAnswers: { count: 10_000, bytes: 128 * MiB },
  /** Per cent at which a spreadsheet shows a sheet. */
  sheetZoom: { least: 10, most: 400 },
  /** Groups around a row or column, as spreadsheets have them. */
  groupLevels: 7,
} as const;
