import type { DiffEntry } from '@sheetwire/page/compare/diff-entries';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useMemo, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { movedBy } from '#ui/long/list-keys.ts';
import { useWindow } from '#ui/long/use-window.ts';
import { changeName, matches, placeName } from './compare-words.ts';

interface ChangeListProps {
  readonly entries: readonly DiffEntry[];
  readonly total: number;
  /** The number of the one that one stands at. */
  readonly current: number | undefined;
  /** Shows a difference in the report; a press or Enter takes the focus there. */
  readonly onGo: (number: number) => void;
  readonly list: RefObject<HTMLElement | null>;
  /** What else can be done with the list. */
  readonly action: ReactNode;
}

interface Item {
  readonly number: number;
  readonly entry: DiffEntry;
}

/** The differences of one page in the order of the sheet, with a filter; thousands are drawn as they come in sight. */
export function ChangeList({ entries, total, current, onGo, list, action }: ChangeListProps) {
  const id = useId();
  const [filter, setFilter] = useState('');
  const items = useMemo(() => {
    const all = entries.map((entry, number): Item => ({ number, entry }));
    return filter.trim() === '' ? all : all.filter(({ entry }) => matches(entry, filter.trim()));
  }, [entries, filter]);
  const more = total - entries.length;
  return (
    <aside className="change-list" aria-labelledby={id} ref={list}>
      <header className="row">
        <h2 id={id}>Differences</h2>
        <span className="quiet" role="status">
          {items.length === entries.length
            ? total.toLocaleString('en-US')
            : `${items.length.toLocaleString('en-US')} of ${entries.length.toLocaleString('en-US')}`}
        </span>
        {action}
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
          />
        </div>
      </div>
      {items.length > 0 ? (
        <Items labelledBy={id} {...{ items, current, onGo }} />
      ) : (
        <p className="list-head">{entries.length === 0 ? 'This page does not differ' : 'No difference matches'}</p>
      )}
      {more > 0 ? (
        <p className="list-head">{more.toLocaleString('en-US')} more are marked in the report, not listed</p>
      ) : null}
    </aside>
  );
}

interface ItemsProps extends Pick<ChangeListProps, 'current' | 'onGo'> {
  readonly items: readonly Item[];
  readonly labelledBy: string;
}

function Items({ items, current, onGo, labelledBy }: ItemsProps) {
  const id = useId();
  const [moved, setMoved] = useState<number>();
  const at = items.findIndex(({ number }) => number === (moved ?? current));
  const { ref, onScroll, style, from, to } = useWindow<HTMLDivElement>(items.length, at < 0 ? undefined : at);
  const press = (event: KeyboardEvent) => {
    if (event.altKey) return;
    const next = movedBy(event.key, at, items.length);
    const number = items[at]?.number;
    if (next !== undefined) setMoved(items[next]?.number);
    else if ((event.key === 'Enter' || event.key === ' ') && number !== undefined) onGo(number);
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
      {items.slice(from, to).map(({ number, entry }, n) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys
        <div
          key={number}
          id={`${id}-${from + n}`}
          className="option change"
          role="option"
          data-row
          data-kind={entry.kind}
          aria-selected={number === current}
          aria-setsize={items.length}
          aria-posinset={from + n + 1}
          data-focused={number === moved || undefined}
          onClick={() => onGo(number)}
        >
          <span className="place">
            <span>{placeName(entry)}</span>
            <span className="quiet">{entry.cell}</span>
          </span>
          <span className="became">{changeName(entry)}</span>
        </div>
      ))}
    </div>
  );
}
