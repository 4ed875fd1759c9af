import { limits } from '@sheetwire/contract/limits';
import { publishRelease } from '@sheetwire/contract/publishing/history';
import type { Topic } from '@sheetwire/rules/topic';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { AskDialog } from '#features/history/ask-dialog.tsx';
import { overWords, type WaitingPublish } from './held-words.ts';

/** What is to be done with a publish that waits. */
export interface HeldDeed {
  readonly kind: 'release' | 'reject' | 'take back';
  readonly topic: Topic;
  readonly publish: WaitingPublish;
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
export function HeldDialog({ deed: { kind, topic, publish }, now, onClose, onChanged }: HeldDialogProps) {
  const call = useOwnCalls();
  const { version, liveVersion } = publish;
  const keep =
    liveVersion === 0 ? 'Nothing is live yet.' : `Viewers keep version ${liveVersion.toLocaleString('en-US')}.`;
  const submit = (reason: string) =>
    call(publishRelease, { topic, version, accept: kind === 'release', ...(reason.trim() !== '' && { reason }) });
  return (
    <AskDialog
      {...words[kind]}
      says={kind === 'release' ? 'Everyone sees it at once, as the next version.' : `${keep} ${words[kind].so}`}
      label="Reason (optional)"
      most={limits.past.reason}
      over={overWords(version, now)}
      onClose={onClose}
      onSubmit={submit}
      onDone={onChanged}
      onFailed={onChanged}
    />
  );
}

const words = {
  release: { title: 'Release the publish', button: 'Release', kind: 'primary', note: 'For the audit log.', so: '' },
  reject: {
    title: 'Reject the publish',
    button: 'Reject',
    kind: 'danger',
    note: 'Its publisher can read it.',
    so: 'The publisher has to publish the whole report next.',
  },
  'take back': {
    title: 'Take the publish back',
    button: 'Take back',
    kind: 'danger',
    note: 'For the audit log.',
    so: 'Publish the whole report next.',
  },
} as const;
