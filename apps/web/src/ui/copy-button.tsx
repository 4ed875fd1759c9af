import { useState } from 'react';
import { Button } from './button.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** `Copy token`: what is copied, for screen readers. */
  readonly label: string;
  /** The element that shows the text; it is selected where the browser keeps the clipboard to itself. */
  readonly shownIn: () => HTMLElement | null;
  readonly autoFocus?: boolean;
}

/** Copies a text and says so; over plain http, where pages may not, it selects the text instead. */
export function CopyButton({ text, label, shownIn, autoFocus = false }: CopyButtonProps) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      const shown = shownIn();
      if (shown) getSelection()?.selectAllChildren(shown);
      setSaid('Selected; press Ctrl+C');
    }
  };
  return (
    <>
      <Button size="small" icon="copy" aria-label={label} autoFocus={autoFocus} onPress={() => void copy()}>
        Copy
      </Button>
      <span className="quiet" role="status">
        {said}
      </span>
    </>
  );
}
