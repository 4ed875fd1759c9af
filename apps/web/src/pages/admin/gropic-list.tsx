import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { movedBy } from '#ui/long/list-keys.ts';
import { useWindow } from '#ui/long/use-window.ts';
import { ReportLabel } from '#ui/report-label.tsx';

interface GropicListProps {
  readonly admined: readonly string[];
  readonly selected: string;
  readonly ownEntity: string;
  readonly onSelect: (gropic: string) => void;
}

/** 'Select to Admin': the groups and reports that the user administers, with a filter (spec 2, Admin). */
export function GropicList({ admined, selected, ownEntity, onSelect }: GropicListProps) {
  const [filter, setFilter] = useState('');
  const shown = useMemo(() => matching(admined, filter), [admined, filter]);
  const list = useRef<HTMLDivElement>(null);
  return (
    <aside className="panel" aria-labelledby="admin-select">
      <header>
        <h2 id="admin-select">Select to Admin</h2>
        <span className="grow" />
        <span className="quiet" role="status">
          {filter === '' ? '' : `${shown.length.toLocaleString('en-US')} found`}
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
          <Options gropics={shown} {...{ selected, ownEntity, onSelect }} />
        ) : (
          <p className="list-head">{filter === '' ? 'Nothing to administer' : 'No group or report matches'}</p>
        )}
      </div>
    </aside>
  );
}

interface OptionsProps extends Omit<GropicListProps, 'admined'> {
  readonly gropics: readonly string[];
}

/** The arrow keys move, Enter and Space select: to select asks the server for a gropic's rights. */
function Options({ gropics, selected, ownEntity, onSelect }: OptionsProps) {
  const id = useId();
  const [moved, setMoved] = useState<string>();
  const at = gropics.indexOf(moved ?? selected);
  const { ref, onScroll, style, from, to } = useWindow<HTMLDivElement>(gropics.length, at < 0 ? undefined : at);
  const press = (event: KeyboardEvent) => {
    const next = movedBy(event.key, at, gropics.length);
    if (next !== undefined) setMoved(gropics[next]);
    else if ((event.key === 'Enter' || event.key === ' ') && at >= 0) onSelect(gropics[at] ?? '');
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={ref}
      className="list windowed"
      role="listbox"
      tabIndex={0}
      aria-labelledby="admin-select"
      aria-activedescendant={at >= from && at < to ? `${id}-${at}` : undefined}
      style={style}
      onScroll={onScroll}
      onKeyDown={press}
      onBlur={() => setMoved(undefined)}
    >
      {gropics.slice(from, to).map((gropic, n) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys
        <div
          key={gropic}
          id={`${id}-${from + n}`}
          className="option"
          role="option"
          data-row
          aria-selected={gropic === selected}
          aria-setsize={gropics.length}
          aria-posinset={from + n + 1}
          data-focused={gropic === moved || undefined}
          onClick={() => onSelect(gropic)}
        >
          <Icon name={isReport(gropic) ? 'sheet' : 'folder'} />
          <ReportLabel topic={gropic} ownEntity={ownEntity} />
          {isReport(gropic) ? null : <span>group</span>}
        </div>
      ))}
    </div>
  );
}

/** Every typed word is somewhere in the name. */
function matching(gropics: readonly string[], filter: string): readonly string[] {
  const words = filter.toUpperCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? gropics : gropics.filter((gropic) => words.every((word) => gropic.includes(word)));
}

function isReport(gropic: string): boolean {
  return gropic.split('/').length === 3;
}
