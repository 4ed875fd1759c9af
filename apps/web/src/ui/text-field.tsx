import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly note?: string | undefined;
  readonly trailing?: ReactNode;
}

/** One line of text; an error stands under it with an icon and words. */
export function TextField({ label, value, onChange, error, note, trailing, ...input }: TextFieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, note && `${id}-note`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input" data-invalid={error ? true : undefined}>
        <input
          autoComplete="off"
          {...input}
          id={id}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {trailing}
      </div>
      {note ? (
        <p className="note" id={`${id}-note`}>
          {note}
        </p>
      ) : null}
      {error ? (
        <p className="error" id={`${id}-error`}>
          <Icon name="alert" />
          {error}
        </p>
      ) : null}
    </div>
  );
}
