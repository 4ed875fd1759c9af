import type { DiffEntry } from '@sheetwire/page/compare/diff-entries';
import { type RefObject, useId, useMemo, useState } from 'react';
import { FilterField } from '#ui/long/filter-field.tsx';
import { OptionList } from '#ui/long/option-list.tsx';
import { changeName, matches, placeName } from './compare-words.ts';

interface ChangeListProps {
  readonly entries: readonly DiffEntry[];
  readonly total: number;
  /** The number of the one that one stands at. */
  readonly current: number | undefined;
  /** Shows a difference in the report; a press or Enter takes the focus there. */
  readonly onGo: (number: number) => void;
  readonly list: RefObject<HTMLElement | null>;
}

interface Item {
  readonly number: number;
  readonly entry: DiffEntry;
}

/** The differences of one page in the order of the sheet, with a filter; thousands are drawn as they come in sight. */
export function ChangeList({ entries, total, current, onGo, list }: ChangeListProps) {
  const id = useId();
  const [filter, setFilter] = useState('');
  const items = useMemo(() => {
    const all = entries.map((entry, number): Item => ({ number, entry }));
    return filter.trim() === '' ? all : all.filter(({ entry }) => matches(entry, filter.trim()));
  }, [entries, filter]);
  const more = total - entries.length;
  return (
    <section className="change-list" id="differences" aria-labelledby={id} ref={list}>
      <h3 id={id} className="hide">
        Differences
      </h3>
      <FilterField value={filter} onChange={setFilter} />
      <p className={items.length === entries.length ? 'hide' : 'list-head'} role="status">
        {items.length === entries.length
          ? ''
          : `${items.length.toLocaleString('en-US')} of ${entries.length.toLocaleString('en-US')}`}
      </p>
      {items.length > 0 ? (
        <OptionList
          {...{ labelledBy: id, items, selected: current, onSelect: onGo, className: 'option change' }}
          keyOf={({ number }) => number}
          kindOf={({ entry }) => entry.kind}
        >
          {({ entry }) => (
            <>
              <span className="place">
                <span>{placeName(entry)}</span>
                <span className="quiet">{entry.cell}</span>
              </span>
              <span className="became">{changeName(entry)}</span>
            </>
          )}
        </OptionList>
      ) : (
        <p className="list-head">{entries.length === 0 ? 'No differences on this page' : 'No matches'}</p>
      )}
      {more > 0 ? (
        <p className="list-head">{more.toLocaleString('en-US')} more are marked in the report but not listed</p>
      ) : null}
    </section>
  );
}
