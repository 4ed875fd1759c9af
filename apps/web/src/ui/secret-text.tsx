import './rows.css';
import { useRef } from 'react';
import { CopyButton } from './copy-button.tsx';

interface SecretTextProps {
  readonly text: string;
  /** `token`, `key`: what it is, for the button. */
  readonly what: string;
  readonly autoFocus?: boolean;
}

/** A secret that is shown now and not again, to copy. */
export function SecretText({ text, what, autoFocus = false }: SecretTextProps) {
  const shown = useRef<HTMLElement>(null);
  return (
    <span className="secret">
      <code ref={shown}>{text}</code>
      <CopyButton text={text} label={`Copy ${what}`} shownIn={() => shown.current} autoFocus={autoFocus} />
    </span>
  );
}
