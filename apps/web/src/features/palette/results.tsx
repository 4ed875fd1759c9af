import { type MouseEvent, useMemo } from 'react';
import { Icon } from '#ui/icon.tsx';
import { useWindow } from '#ui/long/use-window.ts';
import type { Found, FoundGroup } from './find.ts';

interface ResultsProps {
  readonly id: string;
  readonly groups: readonly FoundGroup[];
  /** The active one among all items. */
  readonly at: number;
  readonly onChoose: (item: Found, isNewTab: boolean) => void;
}

/** A group with the places of its head among the rows and of its first item among the items. */
interface Placed extends FoundGroup {
  readonly row: number;
  readonly first: number;
}

/** What was found, by groups; only the rows in sight are drawn. A press keeps the focus in the field. */
export function Results({ id, groups, at, onChoose }: ResultsProps) {
  const placed = useMemo(() => placedGroups(groups), [groups]);
  const active = placed.findLast(({ first }) => first <= at);
  const last = placed.at(-1);
  const rows = last ? last.row + 1 + last.items.length : 0;
  const row = active ? active.row + 1 + at - active.first : undefined;
  // The head of the first group comes into sight with its first row.
  const { ref, onScroll, style, from, to } = useWindow<HTMLDivElement>(rows, at === 0 ? 0 : row);
  const count = last ? last.first + last.items.length : 0;
  return (
    <div
      ref={ref}
      id={`${id}-list`}
      className="list windowed"
      role="listbox"
      aria-label="Results"
      tabIndex={-1}
      style={style}
      onScroll={onScroll}
      onMouseDown={(event) => event.preventDefault()}
    >
      {placed.map((group) => (
        <Group key={group.name} {...{ id, group, from, to, at, count, onChoose }} />
      ))}
    </div>
  );
}

interface GroupProps extends Omit<ResultsProps, 'groups'> {
  readonly group: Placed;
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

function Group({ id, group, from, to, at, count, onChoose }: GroupProps) {
  const { name, row, first, items } = group;
  const start = Math.max(0, from - row - 1);
  const shown = items.slice(start, Math.max(0, to - row - 1));
  const isHeadShown = row >= from && row < to;
  if (!isHeadShown && shown.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
    <div role="group" aria-label={name}>
      {isHeadShown ? (
        <div className="list-head" data-row aria-hidden="true">
          {name}
        </div>
      ) : null}
      {shown.map((item, n) => {
        const place = first + start + n;
        const isActive = place === at;
        return <Row key={item.id} id={`${id}-${place}`} {...{ item, place, count, isActive, onChoose }} />;
      })}
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly item: Found;
  readonly place: number;
  readonly count: number;
  readonly isActive: boolean;
  readonly onChoose: ResultsProps['onChoose'];
}

function Row({ id, item, place, count, isActive, onChoose }: RowProps) {
  const { text, icon, note, marks } = item;
  const press = (event: MouseEvent) => onChoose(item, event.ctrlKey || event.metaKey || event.button === 1);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names its active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
    <div
      id={id}
      className="option"
      role="option"
      data-row
      aria-selected={isActive}
      aria-setsize={count}
      aria-posinset={place + 1}
      title={text}
      onClick={press}
      onAuxClick={(event) => event.button === 1 && press(event)}
    >
      <Icon name={icon} />
      <span className="name">
        <Marked text={text} marks={marks} isPath={item.target.kind === 'report'} />
      </span>
      {note === undefined ? null : <span>{note}</span>}
    </div>
  );
}

/** The letters that matched stand out; the slashes of a report's name stand back. */
function Marked({ text, marks, isPath }: { text: string; marks: readonly number[]; isPath: boolean }) {
  return runsOf(text, marks, isPath).map(({ start, part, look }) => {
    if (look === 'mark') return <mark key={start}>{part}</mark>;
    return (
      <span key={start} className={look === 'slash' ? 'slash' : undefined}>
        {part}
      </span>
    );
  });
}

interface Run {
  readonly start: number;
  part: string;
  readonly look: 'plain' | 'mark' | 'slash';
}

function runsOf(text: string, marks: readonly number[], isPath: boolean): Run[] {
  const marked = new Set(marks);
  const runs: Run[] = [];
  for (let start = 0; start < text.length; start++) {
    const letter = text.charAt(start);
    const look = marked.has(start) ? 'mark' : isPath && letter === '/' ? 'slash' : 'plain';
    const last = runs.at(-1);
    if (last?.look === look && look !== 'slash') last.part += letter;
    else runs.push({ start, part: letter, look });
  }
  return runs;
}

function placedGroups(groups: readonly FoundGroup[]): Placed[] {
  const placed: Placed[] = [];
  let row = 0;
  let first = 0;
  for (const group of groups) {
    placed.push({ ...group, row, first });
    row += 1 + group.items.length;
    first += group.items.length;
  }
  return placed;
}
