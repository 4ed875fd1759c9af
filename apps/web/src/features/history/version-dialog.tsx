import { limits } from '@sheetwire/contract/limits';
import { publishRollback, publishTag } from '@sheetwire/contract/publishing/history';
import type { Topic } from '@sheetwire/rules/topic';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { AskDialog } from './ask-dialog.tsx';

/** A version of a report, and what is to be done with it. */
export interface VersionDeed {
  readonly kind: 'tag' | 'rollback';
  readonly topic: Topic;
  readonly version: number;
  /** When it was published, in words. */
  readonly when: string;
  /** The tag that it has; '' when it has none. */
  readonly tag: string;
}

interface VersionDialogProps {
  readonly deed: VersionDeed;
  readonly onClose: () => void;
  readonly onDone: () => void;
  /** Nothing came of it, or nobody knows: what is known may be old. */
  readonly onFailed: () => void;
}

/** Asks for a tag, or for the reason of a rollback, and does it (time 4). */
export function VersionDialog({ deed, onClose, onDone, onFailed }: VersionDialogProps) {
  const { kind, topic, version, when } = deed;
  const call = useOwnCalls();
  const { title, says, ...words } = kind === 'tag' ? tagWords : rollbackWords;
  const submit = (text: string) =>
    kind === 'tag'
      ? call(publishTag, { topic, version, tag: text })
      : call(publishRollback, { topic, version, reason: text });
  return (
    <AskDialog
      {...words}
      title={`${title} version ${version.toLocaleString('en-US')}`}
      says={`Published at ${when}. ${says}`}
      first={kind === 'tag' ? deed.tag : ''}
      {...{ topic, onClose, onDone }}
      onFailed={onFailed}
      onSubmit={submit}
    />
  );
}

const tagWords = {
  title: 'Tag',
  says: 'Tagged versions are never deleted.',
  label: 'Tag',
  note: 'For example, Final 17:30. Leave empty to remove the tag.',
  button: 'Save',
  kind: 'primary',
  most: limits.past.tagText,
} as const;

const rollbackWords = {
  title: 'Roll back to',
  says: 'Everyone sees it at once, as a new version. Publishing is on hold until an admin or the publisher releases it.',
  label: 'Reason',
  note: 'Viewers can read it.',
  button: 'Roll back',
  kind: 'danger',
  most: limits.past.reason,
  needs: 'Enter a reason.',
} as const;
