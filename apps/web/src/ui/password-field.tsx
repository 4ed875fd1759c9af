import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { afterPress } from '#lib/after-press.ts';
import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>;

/** A masked text that may be shown and pasted into; Caps Lock is told, since a masked text hides it. */
export function PasswordField({ note, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const read = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const said = hasCapsLock ? 'Caps Lock is on' : note;
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      {...(said === undefined ? {} : { note: said })}
      type={isShown ? 'text' : 'password'}
      onKeyDown={read}
      onKeyUp={read}
      onBlur={() => afterPress(() => setCapsLock(false))}
      trailing={
        <Button
          kind="quiet"
          size="icon"
          icon={isShown ? 'eye-off' : 'eye'}
          aria-label="Show characters"
          aria-pressed={isShown}
          hint={isShown ? 'Hide characters' : 'Show characters'}
          onPress={() => setShown(!isShown)}
        />
      }
    />
  );
}
