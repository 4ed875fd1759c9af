import { NetworkFailure } from '@sheetwire/client/failures';
import type { Topic } from '@sheetwire/rules/topic';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { useDoing } from '#features/asked/use-asked.ts';
import { useShown } from '#features/asked/use-shown.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';

interface AskDialogProps {
  readonly title: string;
  readonly topic: Topic;
  readonly says: string;
  readonly label: string;
  readonly note: string;
  readonly button: string;
  readonly kind: 'primary' | 'danger';
  /** Characters of the text. */
  readonly most: number;
  readonly first?: string;
  /** What an empty text is answered with; left out, it may be empty. */
  readonly needs?: string;
  /** Why nothing can be done any more; in doubt when no response came to what was done here. */
  readonly over?: (isInDoubt: boolean) => string | undefined;
  readonly onClose: () => void;
  readonly onSubmit: (text: string) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onFailed?: () => void;
}

/** Asks for one text, and does what it is for; a failure is said beside it, or in an alert once the dialog was closed. */
export function AskDialog(props: AskDialogProps) {
  const { title, says, label, note, button, kind, most, first = '', needs } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [text, setText] = useState(first);
  const [failure, setFailure] = useState('');
  /** What was told when no response came: it holds whatever is answered to another try. */
  const [doubt, setDoubt] = useState('');
  const isShown = useShown();
  const { isBusy, run } = useDoing((words, error) => {
    if (!isShown.current) showAlert(`${title} (${props.topic}): ${words}`);
    setFailure(words);
    if (error instanceof NetworkFailure) setDoubt(words);
    props.onFailed?.();
  });
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (needs !== undefined && text.trim() === '') {
      setFailure(needs);
      return;
    }
    run(async () => {
      await props.onSubmit(text);
      props.onDone();
      close();
    });
  };
  const over = props.over?.(doubt !== '');
  const isOver = over !== undefined && !isBusy;
  return (
    <dialog ref={dialog} aria-labelledby={id} className="popover dialog" onClose={props.onClose}>
      <form className="stack" onSubmit={submit}>
        <h2 id={id}>{title}</h2>
        {isOver && doubt !== '' ? <p>{doubt}</p> : null}
        <p role={isOver ? 'alert' : undefined}>{isOver ? over : says}</p>
        {isOver ? null : (
          <TextField
            {...{ label, note }}
            value={text}
            maxLength={most}
            error={failure}
            onChange={(value) => {
              setText(value);
              setFailure('');
            }}
          />
        )}
        <div className="row" data-align="end">
          <span className="grow" />
          <Button kind={isOver ? 'primary' : 'quiet'} onPress={close}>
            {isOver || isBusy ? 'Close' : 'Cancel'}
          </Button>
          {isOver ? null : (
            <Button type="submit" kind={kind} isBusy={isBusy}>
              {button}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  );
}
