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

/** What a picker that filters as one types holds and does. */
export function usePicker({ options, most, chosen, onChoose, textOf }: PickerInput): Picker {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(-1);
  const found = useMemo(
    () => (isOpen ? matching(options, typed, textOf).slice(0, most) : []),
    [isOpen, options, typed, textOf, most],
  );
  const close = () => {
    setOpen(false);
    setTyped(undefined);
    setAt(-1);
  };
  const choose = (option: string) => {
    close();
    onChoose(option);
  };
  const open = () => {
    if (!isOpen) setAt(options.indexOf(chosen));
    setOpen(true);
  };
  const type = (text: string) => {
    setTyped(text);
    setAt(text === '' ? -1 : 0);
    setOpen(true);
  };
  const move = (key: string) => {
    const moved = movedBy(key, at, found.length);
    if (moved !== undefined) setAt(moved);
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

function matching(options: readonly string[], typed: string | undefined, textOf: (option: string) => string) {
  const part = typed?.trim().toUpperCase() ?? '';
  return part === '' ? options : options.filter((option) => textOf(option).toUpperCase().includes(part));
}
