import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import { ownName } from '#features/principal-picker/own-name.ts';
import { principalIcon } from '#features/principal-picker/principal-icon.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useWindow } from '#ui/long/use-window.ts';
import { Star } from './people-list.tsx';

const nobody: ReadonlySet<string> = new Set();

interface ChosenPeopleProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly starred?: ReadonlySet<string>;
  /** The one whose members are shown beside, '' for none. */
  readonly selected: string;
  readonly ownEntity: string;
  readonly emptyText: string;
  readonly onSelect: (name: string) => void;
  /** The list was left while one was selected. */
  readonly onLeave: () => void;
  /** Without it the list can only be read. */
  readonly onRemove?: (name: string) => void;
}

/** Users and groups that were chosen, each with Remove; one that is selected shows its members beside (spec 2, Admin). */
export function ChosenPeople(props: ChosenPeopleProps) {
  const { label, names, selected, emptyText, onLeave, onRemove } = props;
  const place = useRef<HTMLDivElement>(null);
  const { ref, onScroll, style, from, to } = useWindow<HTMLUListElement>(names.length);
  const noteRemoved = useFocusAfterRemoval(place, names);
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (selected !== '' && !currentTarget.contains(relatedTarget)) onLeave();
  };
  const remove = (name: string) => {
    noteRemoved(name);
    onRemove?.(name);
  };
  const people = names.slice(from, to).map((name, n) => (
    <li
      key={name}
      data-row
      data-name={name}
      data-selected={name === selected || undefined}
      aria-setsize={names.length}
      aria-posinset={from + n + 1}
    >
      <Person {...props} name={name} {...(onRemove ? { onRemove: remove } : {})} />
    </li>
  ));
  return (
    <div ref={place} tabIndex={-1}>
      {names.length === 0 ? (
        <p className="list-head none">{emptyText}</p>
      ) : (
        <ul ref={ref} className="people windowed" aria-label={label} {...{ style, onScroll }} onBlur={leave}>
          {people}
        </ul>
      )}
    </div>
  );
}

function Person({
  name,
  starred = nobody,
  selected,
  ownEntity,
  onSelect,
  onRemove,
}: ChosenPeopleProps & { name: string }) {
  const shown = ownName(name, ownEntity);
  return (
    <>
      <button
        type="button"
        className="person"
        aria-pressed={name === selected}
        title={name}
        onClick={() => onSelect(name)}
      >
        <Icon name={principalIcon(name)} />
        <span className="name">{shown}</span>
      </button>
      {starred.has(name) ? <Star /> : null}
      {onRemove ? (
        <Button kind="quiet" size="small" aria-label={`Remove ${shown}`} onPress={() => onRemove(name)}>
          Remove
        </Button>
      ) : null}
    </>
  );
}

/** A row that goes leaves the focus to the one that takes its place, or to where the list is. */
function useFocusAfterRemoval(place: RefObject<HTMLElement | null>, names: readonly string[]) {
  const removed = useRef<{ readonly name: string; readonly before: string | undefined }>(undefined);
  useEffect(() => {
    const gone = removed.current;
    if (!gone || names.includes(gone.name)) return;
    removed.current = undefined;
    if (document.activeElement !== document.body) return;
    const at = gone.before === undefined ? 0 : names.indexOf(gone.before) + 1;
    const next = names[Math.min(at, names.length - 1)] ?? '';
    const button = place.current?.querySelector<HTMLElement>(`[data-name="${CSS.escape(next)}"] > .button`);
    (button ?? place.current)?.focus();
  }, [place, names]);
  return (name: string) => {
    removed.current = { name, before: names[names.indexOf(name) - 1] };
  };
}
