import { useMemo, useState } from 'react';
import { movedBy } from './list-keys.ts';

export interface PickerInput {
  readonly options: readonly string[];
  /** How many the list may hold; typing finds the others. */
  readonly most: number;
  /** '' when none is chosen. */
  readonly chosen: string;
  readonly onChoose: (option: string) => void;
  readonly textOf: (option: string) => string;
}

export interface Picker {
  readonly isOpen: boolean;
  /** The options that match what is typed, while the list is open. */
  readonly found: readonly string[];
  /** The active one, -1 when none is. */
  readonly at: number;
  readonly typed: string | undefined;
  readonly open: () => void;
  readonly close: () => void;
  readonly choose: (option: string) => void;
  readonly type: (text: string) => void;
  /** True when the key was taken. */
  readonly press: (key: string) => boolean;
}

/** Which option is active: by what it is, since others may come and go above it before Enter is pressed. */
type Active = { readonly kind: 'none' | 'first' } | { readonly kind: 'option'; readonly option: string };

/** What a picker that filters as one types holds and does. */
export function usePicker({ options, most, chosen, onChoose, textOf }: PickerInput): Picker {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState<Active>({ kind: 'none' });
  const found = useMemo(
    () => (isOpen ? matching(options, typed, textOf).slice(0, most) : []),
    [isOpen, options, typed, textOf, most],
  );
  const at = rowOf(active, found);
  const close = () => {
    setOpen(false);
    setTyped(undefined);
    setActive({ kind: 'none' });
  };
  const choose = (option: string) => {
    close();
    onChoose(option);
  };
  const open = () => {
    if (!isOpen) setActive({ kind: 'option', option: chosen });
    setOpen(true);
  };
  const type = (text: string) => {
    setTyped(text);
    const [first] = text === '' ? [] : matching(options, text, textOf);
    if (first !== undefined) setActive({ kind: 'option', option: first });
    else setActive({ kind: text === '' ? 'none' : 'first' });
    setOpen(true);
  };
  const move = (key: string) => {
    const moved = movedBy(key, at, found.length);
    const option = moved === undefined ? undefined : found[moved];
    if (option !== undefined) setActive({ kind: 'option', option });
    else if (key === 'ArrowDown' || key === 'ArrowUp') open();
    else return false;
    return true;
  };
  const enter = () => {
    const option = found[at];
    if (option === undefined) close();
    else choose(option);
    return true;
  };
  const press = (key: string): boolean => {
    switch (key) {
      case 'Enter':
        return isOpen && enter();
      case 'Escape':
        close();
        return isOpen;
      case 'Home':
      case 'End':
        return false;
      default:
        return move(key);
    }
  };
  return { isOpen, found, at, typed, open, close, choose, type, press };
}

/** The place of the active option among those that were found; -1 where it is none of them. */
function rowOf(active: Active, found: readonly string[]): number {
  switch (active.kind) {
    case 'none':
      return -1;
    case 'first':
      return Math.min(0, found.length - 1);
    case 'option':
      return found.indexOf(active.option);
  }
}

function matching(options: readonly string[], typed: string | undefined, textOf: (option: string) => string) {
  const part = typed?.trim().toUpperCase() ?? '';
  return part === '' ? options : options.filter((option) => textOf(option).toUpperCase().includes(part));
}
