/** What a node tells of its own version beside the step. */
export interface OwnVersion {
  readonly isLive: boolean;
  /** It sets or removes a secret or holds the publisher, of which no message says more. */
  readonly changesHead: boolean;
  /** The cleaner of its pages. */
  readonly cleaner: number;
  /** When its publish came, by a watch that nobody sets. */
  readonly since: number;
}
