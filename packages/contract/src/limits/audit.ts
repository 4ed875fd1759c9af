/** What pages ask of the audit log (semantics 8), and of the server's figures. */
export const auditLimits = {
  /** Names in one question for figures of the server. */
  maxFigureNames: 100,
  /** Rows of the audit log in one answer. */
  auditPage: 200,
} as const;
