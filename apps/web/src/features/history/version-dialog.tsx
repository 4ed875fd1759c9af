import { limits } from '@sheetwire/contract/limits';
import { publishRollback, publishTag } from '@sheetwire/contract/publishing/history';
import type { Topic } from '@sheetwire/rules/topic';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useDoing, useOwnCalls } from '#features/asked/use-asked.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';

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
}

/** Asks for a tag, or for the reason of a rollback, and does it (time 4). */
export function VersionDialog({ deed, onClose, onDone }: VersionDialogProps) {
  const { kind, topic, version, when } = deed;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const call = useOwnCalls();
  const [text, setText] = useState(deed.kind === 'tag' ? deed.tag : '');
  const [failure, setFailure] = useState('');
  const { isBusy, run } = useDoing(setFailure);
  useEffect(() => dialog.current?.showModal(), []);
  const words = kind === 'tag' ? tagWords : rollbackWords;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kind === 'rollback' && text.trim() === '') {
      setFailure('Enter a reason.');
      return;
    }
    run(async () => {
      if (kind === 'tag') await call(publishTag, { topic, version, tag: text });
      else await call(publishRollback, { topic, version, reason: text });
      onDone();
      dialog.current?.close();
    });
  };
  return (
    <dialog ref={dialog} aria-labelledby={id} className="popover dialog" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <h2 id={id}>
          {words.title} version {version.toLocaleString('en-US')}
        </h2>
        <p>
          {when}. {words.says}
        </p>
        <TextField
          label={words.label}
          value={text}
          maxLength={words.most}
          error={failure}
          note={words.note}
          onChange={(value) => {
            setText(value);
            setFailure('');
          }}
        />
        <div className="row" data-align="end">
          <span className="grow" />
          <Button kind="quiet" onPress={() => dialog.current?.close()}>
            Cancel
          </Button>
          <Button type="submit" kind={kind === 'tag' ? 'primary' : 'danger'} isBusy={isBusy}>
            {words.button}
          </Button>
        </div>
      </form>
    </dialog>
  );
}

const tagWords = {
  title: 'Tag',
  says: 'Tagged versions are never deleted.',
  label: 'Tag',
  note: 'For example, Final 17:30. Leave empty to remove the tag.',
  button: 'Save',
  most: limits.past.tagText,
};

const rollbackWords = {
  title: 'Roll back to',
  says: 'Everyone sees it at once, as a new version. Publishing is on hold until an admin or the publisher releases it.',
  label: 'Reason',
  note: 'Viewers can read it.',
  button: 'Roll back',
  most: limits.past.reason,
};
