import { type FormEvent, type KeyboardEvent, memo, useId, useState } from 'react';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import { enteredTime } from '#lib/moments/entered-moment.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

interface GoToProps {
  readonly model: Pick<ViewerModel, 'reports'>;
  /** To a time, epoch ms. */
  readonly onGo: (time: number) => void;
}

/** Any second by its name: a strip of weeks has no room for it. */
export const GoTo = memo(function GoTo({ model, onGo }: GoToProps) {
  const { clock } = useServices();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    setFault(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const entered = enteredTime(typed, new Date(model.reports.present(clock.now())));
    if ('fault' in entered) {
      setFault(entered.fault);
      return;
    }
    type('');
    onGo(Date.parse(entered.at));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || typed === '') return;
    // It takes back what was typed, before it leads back to live.
    event.stopPropagation();
    type('');
  };
  return (
    <form className="go-to" onSubmit={submit}>
      <label htmlFor={id}>Go to time</label>
      <div className="input" data-invalid={fault ? true : undefined}>
        <input
          id={id}
          value={typed}
          placeholder="yyyy-mm-dd hh:mm"
          autoComplete="off"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-error` : undefined}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" size="small">
          Go
        </Button>
      </div>
      {fault ? (
        <p className="error" id={`${id}-error`} role="alert">
          <Icon name="alert" />
          {fault}
        </p>
      ) : null}
    </form>
  );
});
