import './people.css';
import type { ReactNode } from 'react';
import { ownName } from '#features/principal-picker/own-name.ts';
import { principalIcon } from '#features/principal-picker/principal-icon.ts';
import { Icon } from '#ui/icon.tsx';
import { useWindow } from '#ui/long/use-window.ts';

interface PeopleListProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly ownEntity: string;
  readonly starred: ReadonlySet<string>;
  /** What stands at the end of a row. */
  readonly endOf?: (name: string) => ReactNode;
  readonly emptyText: string;
}

/** Users and groups to read, interactors starred; thousands draw as fast as ten. */
export function PeopleList({ label, names, ownEntity, starred, endOf, emptyText }: PeopleListProps) {
  const { ref, onScroll, style, from, to } = useWindow<HTMLUListElement>(names.length);
  if (names.length === 0) return <p className="list-head none">{emptyText}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keys
    <ul ref={ref} className="people windowed" aria-label={label} tabIndex={0} style={style} onScroll={onScroll}>
      {names.slice(from, to).map((name, n) => (
        <li key={name} data-row aria-setsize={names.length} aria-posinset={from + n + 1}>
          <Icon name={principalIcon(name)} />
          <span className="name" title={name}>
            {ownName(name, ownEntity)}
          </span>
          {starred.has(name) ? <Star /> : null}
          {endOf?.(name)}
        </li>
      ))}
    </ul>
  );
}

/** How a user got into the list, at the end of their row. */
export function Way({ words }: { words: string }) {
  return (
    <span className="through" title={words}>
      {words}
    </span>
  );
}

/** Can Interact, by a star and by words. */
export function Star() {
  return (
    <span className="star" title="Can Interact">
      <Icon name="star" />
      <span className="hide">Can Interact</span>
    </span>
  );
}
