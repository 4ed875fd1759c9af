import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { Icon, type IconName } from '#ui/icon.tsx';
import { FilterField } from './filter-field.tsx';
import { OptionList } from './option-list.tsx';

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
      <FilterField
        value={filter}
        onChange={setFilter}
        onDown={() => list.current?.querySelector<HTMLElement>('[role=listbox]')?.focus()}
      />
      <div ref={list}>
        {shown.length > 0 ? (
          <OptionList
            {...{ labelledBy: id, items: shown, selected, onSelect, className: 'option' }}
            keyOf={(item) => item.id}
            titleOf={(item) => item.id}
          >
            {(item) => (
              <>
                <Icon name={item.icon} />
                {item.label ?? <span className="name">{item.text}</span>}
                {item.note === undefined ? null : <span>{item.note}</span>}
              </>
            )}
          </OptionList>
        ) : (
          <p className="list-head none">{items.length === 0 ? emptyText : noMatchText}</p>
        )}
      </div>
    </aside>
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
