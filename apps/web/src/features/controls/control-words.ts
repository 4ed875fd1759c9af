import { texts } from '@sheetwire/contract/errors';
import { limits } from '@sheetwire/contract/limits';
import type { ControlValue, Mark } from './control.ts';
import type { Refusal, WaitReason } from './send-update.ts';

/** Alerts of spec 8, to the letter. */
export const alertWords = {
  unauthorized: texts.controlUnauthorized,
  unconfirmed: texts.controlFailed,
  error: (text: string) => `Problem submitting update: ${text}`,
} as const;

/** Why a control cannot be used. */
export const disabledWords = {
  noRight: 'You can view this report but not interact with it.',
  snapshot: 'Snapshots cannot be edited.',
  publisher: 'The publisher has locked this field.',
  nothingPending: 'No changes to submit.',
} as const;

/** The marks beside a control. */
export const marks = {
  pending: { kind: 'pending' },
  idle: { kind: 'pending', words: 'Not sent yet. Press Submit or Cancel.' },
  sending: { kind: 'sending' },
  saved: { kind: 'saved', words: 'Saved' },
  pressed: { kind: 'saved', words: 'Done' },
  heldBack: { kind: 'failed', words: 'Not sent: an earlier change failed.' },
  closed: { kind: 'failed', words: 'Not sent: the publisher locked this field.' },
  tooMany: { kind: 'failed', words: 'Not sent: too many changes are waiting.' },
} as const satisfies Record<string, Mark>;

const waitWords: Readonly<Record<WaitReason, string>> = {
  line: 'Not saved yet: the server cannot be reached. Trying again.',
  publisher: 'Not saved yet: the publisher is not responding. Trying again.',
  busy: 'Not saved yet: the server is busy. Trying again.',
};

/** While an update is sent again by itself. */
export function waitingMark(reason: WaitReason): Mark {
  return { kind: 'waiting', words: waitWords[reason] };
}

/** Once an update was dropped. */
export function failedMark(refusal: Refusal): Mark {
  switch (refusal.kind) {
    case 'unauthorized':
      return { kind: 'failed', words: 'Not saved: you cannot interact with this report.' };
    case 'unconfirmed':
      return { kind: 'failed', words: 'Not saved: the publisher rejected it.' };
    case 'error':
      return { kind: 'failed', words: `Not saved: ${refusal.text}` };
  }
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
