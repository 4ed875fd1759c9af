import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import type { PrincipalChoice } from '#features/admin/principal-choice.ts';
import { ownName } from '#features/principal-picker/own-name.ts';
import { principalIcon } from '#features/principal-picker/principal-icon.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useWindow } from '#ui/long/use-window.ts';
import { Star } from './people-list.tsx';

interface RightsListProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly starred: ReadonlySet<string>;
  readonly row: string;
  readonly ownEntity: string;
  readonly choice: PrincipalChoice;
  readonly onRemove: (name: string) => void;
}

/** Who was given the right, each with Remove; one that is selected shows its members beside (spec 2, Admin). */
export function RightsList({ label, names, starred, row, ownEntity, choice, onRemove }: RightsListProps) {
  const { ref, onScroll, style, from, to } = useWindow<HTMLUListElement>(names.length);
  const noteRemoved = useFocusAfterRemoval(ref, names);
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (row !== '' && !currentTarget.contains(relatedTarget)) choice.leave();
  };
  return (
    <ul
      ref={ref}
      className="people windowed"
      aria-label={label}
      tabIndex={-1}
      style={style}
      onScroll={onScroll}
      onBlur={leave}
    >
      {names.slice(from, to).map((name, n) => (
        <li
          key={name}
          data-row
          data-name={name}
          data-selected={name === row || undefined}
          aria-setsize={names.length}
          aria-posinset={from + n + 1}
        >
          <button
            type="button"
            className="person"
            aria-pressed={name === row}
            title={name}
            onClick={() => choice.select(name)}
          >
            <Icon name={principalIcon(name)} />
            <span className="name">{ownName(name, ownEntity)}</span>
          </button>
          {starred.has(name) ? <Star /> : null}
          <Button
            kind="quiet"
            size="small"
            aria-label={`Remove ${ownName(name, ownEntity)}`}
            onPress={() => {
              noteRemoved(name);
              onRemove(name);
            }}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** A row that goes leaves the focus to the one that takes its place, or to the list. */
function useFocusAfterRemoval(list: RefObject<HTMLElement | null>, names: readonly string[]) {
  const removed = useRef<{ readonly name: string; readonly before: string | undefined }>(undefined);
  useEffect(() => {
    const gone = removed.current;
    if (!gone || names.includes(gone.name)) return;
    removed.current = undefined;
    if (document.activeElement !== document.body) return;
    const at = gone.before === undefined ? 0 : names.indexOf(gone.before) + 1;
    const next = names[Math.min(at, names.length - 1)] ?? '';
    const button = list.current?.querySelector<HTMLElement>(`[data-name="${CSS.escape(next)}"] > .button`);
    (button ?? list.current)?.focus();
  }, [list, names]);
  return (name: string) => {
    removed.current = { name, before: names[names.indexOf(name) - 1] };
  };
}
