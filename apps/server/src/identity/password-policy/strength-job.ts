/** A password to judge, beside the words that its owner's guessers try first. */
export interface StrengthJob {
  readonly password: string;
  readonly words: readonly string[];
}

/** How strong it is, from 0 to 4, and whether it is in the list of common ones. */
export interface Strength {
  readonly score: number;
  readonly isCommon: boolean;
}
