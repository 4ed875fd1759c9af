import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { Icon, type IconName } from '#ui/icon.tsx';
import { movedBy } from './list-keys.ts';
import { useWindow } from './use-window.ts';

export interface ChoiceItem {
  readonly id: string;
  /** As it is filtered, and shown unless there is a label. */
  readonly text: string;
  readonly label?: ReactNode;
  readonly icon: IconName;
  /** A word at its end, such as `disabled`. */
  readonly note?: string;
}

interface ChoiceListProps {
  readonly label: string;
  readonly items: readonly ChoiceItem[];
  /** '' when none is. */
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** What a list without anything says, and one whose filter matches nothing. */
  readonly emptyText: string;
  readonly noMatchText: string;
}

/** One thing out of thousands: a filter, and a list that draws what is in sight. */
export function ChoiceList({ label, items, selected, onSelect, emptyText, noMatchText }: ChoiceListProps) {
  const id = useId();
  const [filter, setFilter] = useState('');
  const shown = useMemo(() => matching(items, filter), [items, filter]);
  const list = useRef<HTMLDivElement>(null);
  return (
    <aside className="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{label}</h2>
        <span className="quiet" role="status">
          {countText(shown.length, items.length)}
        </span>
      </header>
      <div className="filter">
        <div className="input">
          <Icon name="search" />
          <input
            type="search"
            aria-label="Filter"
            placeholder="Filter"
            autoComplete="off"
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown') return;
              event.preventDefault();
              list.current?.querySelector<HTMLElement>('[role=listbox]')?.focus();
            }}
          />
        </div>
      </div>
      <div ref={list}>
        {shown.length > 0 ? (
          <Options labelledBy={id} items={shown} {...{ selected, onSelect }} />
        ) : (
          <p className="list-head none">{items.length === 0 ? emptyText : noMatchText}</p>
        )}
      </div>
    </aside>
  );
}

interface OptionsProps extends Pick<ChoiceListProps, 'items' | 'selected' | 'onSelect'> {
  readonly labelledBy: string;
}

/** The arrow keys move, Enter and Space select: to select asks the server. */
function Options({ labelledBy, items, selected, onSelect }: OptionsProps): ReactNode {
  const id = useId();
  const [moved, setMoved] = useState<string>();
  const at = items.findIndex((item) => item.id === (moved ?? selected));
  const { ref, onScroll, style, from, to } = useWindow<HTMLDivElement>(items.length, at < 0 ? undefined : at);
  const press = (event: KeyboardEvent) => {
    const next = movedBy(event.key, at, items.length);
    const current = items[at]?.id;
    if (next !== undefined) setMoved(items[next]?.id);
    else if ((event.key === 'Enter' || event.key === ' ') && current !== undefined) onSelect(current);
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
          key={item.id}
          id={`${id}-${from + n}`}
          className="option"
          role="option"
          data-row
          aria-selected={item.id === selected}
          aria-setsize={items.length}
          aria-posinset={from + n + 1}
          data-focused={item.id === moved || undefined}
          title={item.id}
          onClick={() => onSelect(item.id)}
        >
          <Icon name={item.icon} />
          {item.label ?? <span className="name">{item.text}</span>}
          {item.note === undefined ? null : <span>{item.note}</span>}
        </div>
      ))}
    </div>
  );
}

/** Every typed word is somewhere in the name or its note. */
function matching(items: readonly ChoiceItem[], filter: string): readonly ChoiceItem[] {
  const words = filter.toUpperCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter(({ text, note = '' }) => {
    const whole = `${text} ${note}`.toUpperCase();
    return words.every((word) => whole.includes(word));
  });
}

function countText(shown: number, all: number): string {
  const count = all.toLocaleString('en-US');
  return shown === all ? count : `${shown.toLocaleString('en-US')} of ${count}`;
}
