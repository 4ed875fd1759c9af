/** What the calls of the Publishing page tell, and how often they may be made. */
export const publishingLimits = {
  publishing: {
    /** Entities, groups and reports that are named as places to publish to. */
    places: 100,
    /** Reports with a publish that waits for approval, that are named beside the list. */
    waiting: 20,
    /** Refused publishes that are remembered of a report, and the reports of which they are. */
    refused: 20,
    refusedReports: 5000,
    /** Characters of the reason of a refused publish. */
    refusedText: 500,
    /** Words that the list is searched by. */
    words: 10,
    /** Users whose list of reports is remembered, and names in all of these. */
    lists: 1000,
    listed: 5_000_000,
    /** Calls a second of one user. */
    perUser: 20,
  },
} as const;
