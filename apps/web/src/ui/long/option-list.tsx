import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { movedBy } from './list-keys.ts';
import { useWindow } from './use-window.ts';

interface OptionListProps<Item, Key extends string | number> {
  readonly labelledBy: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => Key;
  readonly selected: Key | undefined;
  readonly onSelect: (key: Key) => void;
  /** Of each option: its look, and its whole name where what is shown may be cut. */
  readonly className: string;
  readonly titleOf?: (item: Item) => string;
  readonly kindOf?: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
}

/** Thousands of options of which those in sight are drawn. Arrow keys move, Enter and Space select: that may ask the server. */
export function OptionList<Item, Key extends string | number>(props: OptionListProps<Item, Key>) {
  const { labelledBy, items, keyOf, selected, onSelect, className, titleOf, kindOf, children } = props;
  const id = useId();
  const [moved, setMoved] = useState<Key>();
  const keyAt = (n: number) => {
    const item = items[n];
    return item === undefined ? undefined : keyOf(item);
  };
  const at = items.findIndex((item) => keyOf(item) === (moved ?? selected));
  const { ref, onScroll, style, from, to } = useWindow<HTMLDivElement>(items.length, at < 0 ? undefined : at);
  const press = (event: KeyboardEvent) => {
    // Alt and an arrow belong to the page.
    if (event.altKey) return;
    const next = movedBy(event.key, at, items.length);
    const key = keyAt(at);
    if (next !== undefined) setMoved(() => keyAt(next));
    else if ((event.key === 'Enter' || event.key === ' ') && key !== undefined) onSelect(key);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={ref}
      className="list windowed"
      role="listbox"
      tabIndex={0}
      aria-labelledby={labelledBy}
      aria-activedescendant={at >= from && at < to ? `${id}-${at}` : undefined}
      style={style}
      onScroll={onScroll}
      onKeyDown={press}
      onBlur={() => setMoved(undefined)}
    >
      {items.slice(from, to).map((item, n) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys
        <div
          key={keyOf(item)}
          id={`${id}-${from + n}`}
          className={className}
          role="option"
          data-row
          data-kind={kindOf?.(item)}
          aria-selected={keyOf(item) === selected}
          aria-setsize={items.length}
          aria-posinset={from + n + 1}
          data-focused={keyOf(item) === moved || undefined}
          title={titleOf?.(item)}
          onClick={() => onSelect(keyOf(item))}
        >
          {children(item)}
        </div>
      ))}
    </div>
  );
}
