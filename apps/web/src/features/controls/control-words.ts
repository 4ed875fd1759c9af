import { texts } from '@sheetwire/contract/errors';
import { limits } from '@sheetwire/contract/limits';
import type { ControlValue, Mark } from './control.ts';
import type { Refusal, WaitReason } from './send-update.ts';

/** Alerts, those of spec 8 to the letter. */
export const alertWords = {
  unauthorized: texts.controlUnauthorized,
  unconfirmed: texts.controlFailed,
  error: (text: string) => `Problem submitting update: ${text}`,
  /** Of ours: nothing was sent. */
  unfinished: (name: string) =>
    `Not sent: "${name}" is not a valid date or time. Enter it again, or dismiss its message.`,
  tooMany: 'Not sent: too many changes are waiting.',
} as const;

/** The marks beside a control. */
export const marks = {
  pending: { kind: 'pending' },
  idle: { kind: 'pending', words: 'Not sent yet. Press Submit or Cancel.' },
  sending: { kind: 'sending' },
  saved: { kind: 'saved', words: 'Saved' },
  pressed: { kind: 'saved', words: 'Done' },
} as const satisfies Record<string, Mark>;

const waitWords: Readonly<Record<WaitReason, string>> = {
  line: 'Not saved yet: the server cannot be reached. Trying again.',
  publisher: 'Not saved yet: the publisher has not confirmed it. Trying again.',
  busy: 'Not saved yet: the server is busy. Trying again.',
};

/** While an update is sent again by itself; a publisher that refused it may take it yet. */
export function waitingMark(reason: WaitReason, entry: string | undefined, said: string | undefined): Mark {
  const why = sentence(said);
  // What its publisher does not confirm may be sent for ever: its user can give it up.
  if (why === undefined)
    return { kind: 'waiting', words: waitWords[reason], ...(reason === 'publisher' && { stays: true }) };
  return { kind: 'waiting', ...notTaken(entry, 'refused', `${why} Trying again.`), stays: true };
}

const refusedWords = {
  unauthorized: 'You cannot interact with this report.',
  unconfirmed: 'The publisher did not confirm it.',
  never: 'This value is not accepted.',
} as const;

/** Once an update was dropped: what was entered, and why it was refused, stay readable. */
export function failedMark(entry: string | undefined, refusal: Refusal): Mark {
  return { kind: 'failed', ...reasonOf(entry, refusal), stays: true };
}

type Words = Pick<Mark, 'entry' | 'words' | 'reason'>;

function reasonOf(entry: string | undefined, refusal: Refusal): Words {
  switch (refusal.kind) {
    case 'unauthorized':
      return notTaken(entry, 'not saved', refusedWords.unauthorized);
    case 'unconfirmed': {
      const said = sentence(refusal.said);
      if (said !== undefined) return notTaken(entry, 'refused', said);
      if (refusal.isFinal) return notTaken(entry, 'refused', refusedWords.never);
      return notTaken(entry, 'not saved', refusedWords.unconfirmed);
    }
    case 'error':
      return notTaken(entry, 'not saved', sentence(refusal.text) ?? '');
  }
}

/** Without an entry the words begin the line. */
function notTaken(entry: string | undefined, what: 'refused' | 'not saved', reason: string): Words {
  if (entry !== undefined) return { entry, words: `${what}:`, reason };
  return { words: what === 'refused' ? 'Refused:' : 'Not saved:', reason };
}

/** What somebody outside wrote, as the end of a sentence; undefined when it says nothing. */
function sentence(text: string | undefined): string | undefined {
  const line = text?.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() ?? '';
  if (line === '') return undefined;
  return /[.!?…]$/u.test(line) ? line : `${line}.`;
}

/** Why an entry was not even sent. */
const unsentWords = {
  before: 'an earlier change failed.',
  closed: 'the publisher locked this field.',
  gone: 'the publisher removed this field.',
  noRight: 'you can no longer interact with this report.',
  tooMany: 'too many changes are waiting.',
  unfinished: 'this is not a valid date or time.',
} as const;

export type Unsent = keyof typeof unsentWords;

/** Once an entry was dropped that nobody was sent. */
export function unsentMark(entry: string | undefined, why: Unsent): Mark {
  const words = unsentWords[why];
  const said = entry === undefined ? { words: `Not sent: ${words}` } : { entry, words: `not sent: ${words}` };
  return { kind: 'failed', ...said, stays: true };
}

/** All that a mark says, for who hears it; a long entry by its beginning. */
export function spoken({ entry, words, reason }: Mark): string {
  const said = entry === undefined ? '' : `${short(entry)}, `;
  return [`${said}${words ?? ''}`, reason].filter(Boolean).join(' ');
}

/** Another value came while the control was in use; it shows once the control is let go. */
export function changedMark(value: ControlValue): Mark {
  return {
    kind: 'changed',
    words: value === null ? 'Cleared while you were editing' : `Changed while you were editing: ${short(value)}`,
  };
}

function short(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ').trim();
  return line.length > limits.controlQuoted ? `${line.slice(0, limits.controlQuoted - 1)}…` : line;
}
