import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useDoing } from '#features/asked/use-asked.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';

interface AskDialogProps {
  readonly title: string;
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
  /** Why nothing can be done any more. */
  readonly over?: string | undefined;
  readonly onClose: () => void;
  readonly onSubmit: (text: string) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onFailed?: () => void;
}

/** Asks for one text, and does what it is for; a failure is said beside it. */
export function AskDialog(props: AskDialogProps) {
  const { title, says, label, note, button, kind, most, first = '', needs, over } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [text, setText] = useState(first);
  const [failure, setFailure] = useState('');
  const { isBusy, run } = useDoing((words) => {
    setFailure(words);
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
  const isOver = over !== undefined && !isBusy;
  return (
    <dialog ref={dialog} aria-labelledby={id} className="popover dialog" onClose={props.onClose}>
      <form className="stack" onSubmit={submit}>
        <h2 id={id}>{title}</h2>
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
            {isOver ? 'Close' : 'Cancel'}
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
