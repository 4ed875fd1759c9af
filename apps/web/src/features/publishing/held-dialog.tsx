import type { Caller } from '@sheetwire/client/caller';
import { NetworkFailure } from '@sheetwire/client/failures';
import { guard } from '@sheetwire/contract/guard/calls';
import { limits } from '@sheetwire/contract/limits';
import { publishRelease } from '@sheetwire/contract/publishing/history';
import type { Topic } from '@sheetwire/rules/topic';
import { useEffect, useState } from 'react';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { AskDialog } from '#features/history/ask-dialog.tsx';
import { errorText } from '#lib/api.ts';
import { keepWords, overWords, releaseWords, type WaitingPublish } from './held-words.ts';

/** What is to be done with a publish that waits. */
export interface HeldDeed {
  readonly kind: 'release' | 'reject' | 'withdraw';
  readonly topic: Topic;
  readonly publish: WaitingPublish;
  /** The revision that was compared with what viewers have, where it was. */
  readonly compared?: number | undefined;
}

interface HeldDialogProps {
  readonly deed: HeldDeed;
  /** What waits by now. */
  readonly now: WaitingPublish | undefined;
  readonly onClose: () => void;
  /** It was done, or could not be: what is known is old. */
  readonly onChanged: () => void;
}

/** The second click: releases a publish that waits, rejects it or takes it back, with a reason for who asks later (time 5). */
export function HeldDialog({ deed, now, onClose, onChanged }: HeldDialogProps) {
  const call = useOwnCalls();
  const { kind, topic, publish } = deed;
  const { version, liveVersion } = publish;
  const [seen, setSeen] = useState(() => (kind === 'release' ? lookedAt(call, deed) : undefined));
  const changed = useSettled(seen);
  const keep = keepWords(liveVersion);
  const submit = async (reason: string) => {
    const looked = seen?.catch(() => {
      const again = lookedAt(call, deed);
      setSeen(again);
      return again;
    });
    const revision = (await looked)?.revision;
    const more = { ...(reason.trim() !== '' && { reason }), ...(revision !== undefined && { revision }) };
    return call(publishRelease, { topic, version, accept: kind === 'release', ...more });
  };
  return (
    <AskDialog
      {...words[kind]}
      says={kind === 'release' ? releaseWords(changed?.changed) : `${keep} ${words[kind].so}`}
      label="Reason (optional)"
      most={limits.past.reason}
      topic={topic}
      over={(isInDoubt) => overWords(version, now, isInDoubt)}
      onClose={onClose}
      onSubmit={submit}
      onDone={onChanged}
      onFailed={onChanged}
    />
  );
}

interface Looked {
  readonly revision: number;
  /** Cells that differ from what viewers have, where that was asked for. */
  readonly changed: number | undefined;
}

/**
 * What is released: what was compared, else the publish as it is when the dialog opens. The server keeps it, so that what
 * comes into it meanwhile neither goes with it nor stops it. Undefined when nothing waits any more.
 */
async function lookedAt(call: Caller, { topic, publish, compared }: HeldDeed): Promise<Looked | undefined> {
  if (compared !== undefined) return { revision: compared, changed: undefined };
  const { held } = await call(guard, { topic, difference: true }).catch(asLook);
  return held?.version === publish.version ? { revision: held.revision, changed: held.changed } : undefined;
}

/** A look to which no response came decided nothing: nobody need check whether it did. */
function asLook(cause: unknown): never {
  throw cause instanceof NetworkFailure ? new Error(errorText(cause), { cause }) : cause;
}

/** What a promise came to; undefined until then, and where it failed: who waits for it is told. */
function useSettled<T>(promise: Promise<T> | undefined): T | undefined {
  const [value, setValue] = useState<T>();
  useEffect(() => {
    promise?.then(setValue, () => undefined);
  }, [promise]);
  return value;
}

const words = {
  release: { title: 'Release the publish', button: 'Release', kind: 'primary', note: 'For the audit log.', so: '' },
  reject: {
    title: 'Reject the publish',
    button: 'Reject',
    kind: 'danger',
    note: 'Its publisher can read it.',
    so: 'The publisher must publish the whole report next.',
  },
  withdraw: {
    title: 'Withdraw the publish',
    button: 'Withdraw',
    kind: 'danger',
    note: 'For the audit log.',
    so: 'Publish the whole report next.',
  },
} as const;
