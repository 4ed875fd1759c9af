import { limits } from '@sheetwire/contract/limits';

/** One thing that makes a password good, and whether this one has it. */
export interface Advice {
  readonly text: string;
  readonly isMet: boolean;
}

export interface AdviceFacts {
  /** The length that the server asks for. */
  readonly least: number;
  /** Names that are guessed first: the user's, the product's. */
  readonly names: readonly string[];
}

/** What can be said of a password while it is typed; the server judges more than this when it is sent. */
export function adviceOn(password: string, { least, names }: AdviceFacts): Advice[] {
  const isEmpty = password === '';
  return [
    { text: `At least ${least} characters`, isMet: password.length >= least },
    { text: 'Does not contain your name or this portal’s name', isMet: !isEmpty && !holdsName(password, names) },
    { text: 'No sequences such as 1234, qwerty or aaaa', isMet: !isEmpty && !hasRun(password) },
  ];
}

function holdsName(password: string, names: readonly string[]): boolean {
  const lower = password.toLowerCase();
  return names
    .flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .some((word) => word.length >= limits.passwordCheck.contextWord && lower.includes(word));
}

/** So many characters in a row that follow each other are a run. */
const runLength = 4;
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

function hasRun(password: string): boolean {
  const lower = password.toLowerCase();
  const pieces = Array.from({ length: Math.max(0, lower.length - runLength + 1) }, (_, at) =>
    lower.slice(at, at + runLength),
  );
  return pieces.some((piece) => rows.some((row) => row.includes(piece)) || isSteady(piece));
}

/** The same step from each character to the next: none, one up or one down. */
function isSteady(piece: string): boolean {
  const steps = Array.from(piece.slice(1), (character, at) => character.charCodeAt(0) - piece.charCodeAt(at));
  const [first = 0] = steps;
  return Math.abs(first) <= 1 && steps.every((step) => step === first);
}
