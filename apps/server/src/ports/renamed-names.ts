/** A name that had to be told from another one, or is refused since, and is numbered now (semantics 1). */
export interface NumberedName {
  readonly was: string;
  readonly isNow: string;
  /** Another name read the same, or it is none that may be taken any more. */
  readonly why: 'taken' | 'refused';
}
