import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

export interface TabItem {
  readonly id: string;
  readonly name: string;
  /** How much lies behind it; no part of its name. */
  readonly count?: number;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly TabItem[];
  readonly current: string | undefined;
  readonly onChange: (id: string) => void;
  /** The element that the tabs show. */
  readonly panelId: string;
}

/** Tabs in one row that scrolls, with arrows at the ends where more tabs lie. */
export function Tabs({ label, tabs, current, onChange, panelId }: TabsProps) {
  const row = useRef<HTMLDivElement>(null);
  const overflow = useOverflow(row, tabs.map(({ name, count: behind }) => `${name} ${behind}`).join('\n'));
  const count = tabs.length;
  useEffect(() => {
    if (current !== undefined && count > 0) showChosen(row.current);
  }, [current, count]);
  const move = (event: KeyboardEvent) => {
    const to = target(event, tabs, current);
    if (!to || event.ctrlKey || event.altKey || event.shiftKey || event.metaKey) return;
    event.preventDefault();
    onChange(to.id);
    row.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(to.id)}"]`)?.focus();
  };
  const scroll = (direction: 1 | -1) => row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.75 });
  return (
    <div className="tabs">
      {overflow.before ? (
        <Button
          kind="quiet"
          size="icon"
          icon="left"
          aria-label="Earlier tabs"
          onPress={() => scroll(-1)}
          tabIndex={-1}
        />
      ) : null}
      <div ref={row} role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ id, name, count: behind }) => (
          <button
            key={id}
            type="button"
            role="tab"
            data-tab={id}
            aria-selected={id === current}
            aria-controls={panelId}
            tabIndex={id === current ? 0 : -1}
            onClick={() => onChange(id)}
          >
            {name}
            {behind === undefined ? null : (
              <span className="count" aria-hidden="true">
                {behind.toLocaleString('en-US')}
              </span>
            )}
          </button>
        ))}
      </div>
      {overflow.after ? (
        <Button kind="quiet" size="icon" icon="right" aria-label="Later tabs" onPress={() => scroll(1)} tabIndex={-1} />
      ) : null}
    </div>
  );
}

/** Scrolls the row, and nothing around it, until the chosen tab is clear of the arrows. */
function showChosen(row: HTMLElement | null): void {
  const tab = row?.querySelector('[aria-selected=true]')?.getBoundingClientRect();
  if (!row || !tab) return;
  const seen = row.getBoundingClientRect();
  const rim = Number.parseFloat(getComputedStyle(row).scrollPaddingInlineStart) || 0;
  const [before, after] = [tab.left - seen.left - rim, tab.right - seen.right + rim];
  // Of one that is wider than the row its beginning is seen.
  if (before < 0) row.scrollBy({ left: before });
  else if (after > 0) row.scrollBy({ left: Math.min(before, after) });
}

function target(event: KeyboardEvent, tabs: readonly TabItem[], current: string | undefined): TabItem | undefined {
  const at = tabs.findIndex(({ id }) => id === current);
  switch (event.key) {
    case 'ArrowRight':
      return tabs[(at + 1) % tabs.length];
    case 'ArrowLeft':
      return tabs.at((at - 1) % tabs.length);
    case 'Home':
      return tabs[0];
    case 'End':
      return tabs.at(-1);
    default:
      return undefined;
  }
}

/** Whether tabs lie past either end of the row; measured when their texts change, not with each version of a report. */
function useOverflow(row: { current: HTMLDivElement | null }, texts: string) {
  const [overflow, setOverflow] = useState({ before: false, after: false });
  useEffect(() => {
    const box = row.current;
    if (!box || texts === '') return;
    const measure = () => {
      const before = box.scrollLeft > 1;
      const after = box.scrollLeft + box.clientWidth < box.scrollWidth - 1;
      setOverflow((old) => (old.before === before && old.after === after ? old : { before, after }));
    };
    let { clientWidth } = box;
    const resized = () => {
      // A row that became narrower must not hide the tab that its reader is on.
      if (box.clientWidth < clientWidth) showChosen(box);
      ({ clientWidth } = box);
      measure();
    };
    const observer = new ResizeObserver(resized);
    observer.observe(box);
    box.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', measure);
    };
  }, [row, texts]);
  return overflow;
}
