import { type ReactNode, useId } from 'react';
import type { Tone } from './pane-words.ts';

interface ButtonProps {
  readonly children: ReactNode;
  readonly kind?: 'primary' | 'quiet';
  readonly isBusy?: boolean;
  /** Sends the form it is in. */
  readonly sends?: boolean;
  readonly onPress?: () => void;
}

/** A button that stays in reach of the keyboard while it waits. */
export function Button({ children, kind, isBusy = false, sends = false, onPress }: ButtonProps) {
  const busy = isBusy ? { 'aria-busy': true, 'aria-disabled': true } : {};
  return (
    <button
      type={sends ? 'submit' : 'button'}
      className="button"
      {...(kind && { 'data-kind': kind })}
      {...busy}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onPress?.();
      }}
    >
      {children}
    </button>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly note?: string;
  readonly placeholder?: string;
  readonly isSecret?: boolean;
  readonly isLocked?: boolean;
  /** What may be chosen; anything else may be entered too. */
  readonly choices?: readonly string[];
}

/** One line of text with its label. */
export function Field({ label, value, onChange, note, placeholder, isSecret, isLocked, choices }: FieldProps) {
  const id = useId();
  const list = choices === undefined ? {} : { list: `${id}-list` };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input" {...(isLocked && { 'data-disabled': true })}>
        <input
          {...list}
          id={id}
          type={isSecret ? 'password' : 'text'}
          autoComplete="off"
          spellCheck={false}
          readOnly={isLocked === true}
          {...{ value, placeholder }}
          {...(note !== undefined && { 'aria-describedby': `${id}-note` })}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {note === undefined ? null : (
        <p className="note" id={`${id}-note`}>
          {note}
        </p>
      )}
      {choices === undefined ? null : (
        <datalist id={`${id}-list`}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </div>
  );
}

interface CheckProps {
  readonly children: ReactNode;
  readonly isChecked: boolean;
  readonly isLocked?: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function Check({ children, isChecked, isLocked = false, onChange }: CheckProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isLocked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

interface NoticeProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  readonly role?: 'alert' | 'status';
}

/** A line of words that is read out when it comes. */
export function Notice({ tone, children, action, role = 'alert' }: NoticeProps) {
  return (
    <div className="banner" data-tone={tone}>
      <p className="text grow" role={role}>
        {children}
      </p>
      {action}
    </div>
  );
}
