/** Headers with the secrets of a report: who views or publishes one that has them sends its own (interfaces 4). */
export const secretHeaders = {
  view: 'x-sheetwire-view-secret',
  publish: 'x-sheetwire-publish-secret',
} as const;

/** The header by which a connected publisher publishes as the holder of its lease (decision 62). */
export const sessionHeader = 'x-sheetwire-session';
