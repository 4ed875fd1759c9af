import { retention } from '@sheetwire/contract/publishing/retention';
import type { Topic } from '@sheetwire/rules/topic';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { useDoing, useOwnCalls } from '#features/asked/use-asked.ts';
import { useShown } from '#features/asked/use-shown.ts';
import type { KeptTimes } from '#lib/kept-words.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';

interface KeepLessProps {
  readonly topic: Topic;
  readonly kept: KeptTimes;
  /** What the server keeps. */
  readonly most: KeptTimes;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const title = 'Keep less history';
const fields = [
  ['versionHours', 'Every version, hours', 1],
  ['minuteDays', 'One a minute, days', 0],
  ['hourDays', 'One an hour, days', 0],
] as const;
type Name = (typeof fields)[number][0];
type Texts = Readonly<Record<Name, string>>;

/** Asks how long a report keeps its versions: for less than the server does, never for longer (time 1). */
export function KeepLess({ topic, kept, most, onClose, onDone }: KeepLessProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const call = useOwnCalls();
  const text = (name: Name) => (kept[name] < most[name] ? String(kept[name]) : '');
  const [texts, setTexts] = useState<Texts>({
    versionHours: text('versionHours'),
    minuteDays: text('minuteDays'),
    hourDays: text('hourDays'),
  });
  const [failure, setFailure] = useState('');
  const isShown = useShown();
  const { isBusy, run } = useDoing((words) => {
    if (!isShown.current) showAlert(`${title} (${topic}): ${words}`);
    setFailure(words);
  });
  useEffect(() => dialog.current?.showModal(), []);
  const faultOf = (name: Name, least: number) =>
    isIn(texts[name], least, most[name]) ? undefined : `Enter a whole number from ${least} to ${most[name]}.`;
  const close = () => dialog.current?.close();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fields.some(([name, , least]) => faultOf(name, least) !== undefined)) return;
    run(async () => {
      const own = fields.flatMap(([name]) => (texts[name].trim() === '' ? [] : [[name, Number(texts[name])] as const]));
      await call(retention, { topic, kept: Object.fromEntries(own) });
      onDone();
      close();
    });
  };
  return (
    <dialog ref={dialog} aria-labelledby={id} className="popover dialog" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <h2 id={id}>{title}</h2>
        <p>
          Older versions are deleted soon after you save and cannot be brought back. Tagged versions and snapshots stay.
        </p>
        {fields.map(([name, label, least]) => (
          <TextField
            key={name}
            label={label}
            note={`For example, ${Math.max(least, Math.ceil(most[name] / 2))}. Leave empty to keep ${most[name]}, as the server does.`}
            inputMode="numeric"
            maxLength={5}
            value={texts[name]}
            error={faultOf(name, least)}
            onChange={(value) => {
              setTexts({ ...texts, [name]: value });
              setFailure('');
            }}
          />
        ))}
        {failure === '' ? null : <p role="alert">{failure}</p>}
        <div className="row" data-align="end">
          <span className="grow" />
          <Button kind="quiet" onPress={close}>
            {isBusy ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" kind="danger" isBusy={isBusy}>
            Save
          </Button>
        </div>
      </form>
    </dialog>
  );
}

function isIn(text: string, least: number, most: number): boolean {
  const digits = text.trim();
  return digits === '' || (/^\d+$/.test(digits) && Number(digits) >= least && Number(digits) <= most);
}
