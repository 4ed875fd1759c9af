import type { Clock } from '#lib/clock.ts';
import { cellAround, cellOfEvent, chosenCells } from './cell-place.ts';
import { isHistoryKey } from './history-key.ts';
import { LongPress } from './menu-press.ts';

/** A menu that is asked for: of which cells, and where. */
export interface MenuAsked {
  readonly cells: readonly Element[];
  readonly at: { readonly x: number; readonly y: number };
}

export interface ListenDeps {
  /** The element that holds the report. */
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  readonly clock: Clock;
  /** What was pressed before. */
  readonly pressed: EventTarget | undefined;
  onMenu(asked: MenuAsked): void;
  onHistory(cells: readonly Element[]): void;
}

/** What has a menu of its own, and text that is selected: the browser's menu is the useful one there. */
const OWN_MENUS = 'a, button, input, select, textarea, img, summary';

/** Hears what asks for the menu or the history of cells: right click, menu key, a finger that rests, Alt+H. */
export function listenToCells({ host, root, clock, pressed: before, onMenu, onHistory }: ListenDeps) {
  const events = new AbortController();
  const { signal } = events;
  let pressed = cellAround(before, root);
  const chosen = () => chosenCells(root, pressed);
  const menuOf = (cell: Element, at: MenuAsked['at']) => {
    const all = chosen();
    onMenu({ cells: all.includes(cell) ? all : [cell], at });
  };
  const resting = new LongPress(clock, (at) => {
    const cell = root.elementFromPoint(at.x, at.y)?.closest('td, th');
    document.getSelection()?.removeAllRanges();
    if (cell) menuOf(cell, at);
  });
  const onPointer = (event: PointerEvent) => {
    if (event.button === 0 && !event.shiftKey) pressed = cellOfEvent(event, root);
    if (event.pointerType === 'touch' && !isOwn(event)) resting.begin({ x: event.clientX, y: event.clientY });
  };
  const onContext = (event: MouseEvent) => {
    resting.end();
    const isByKey = event.button !== 2 && !isTouch(event);
    const cell = isByKey ? chosen()[0] : cellOfEvent(event, root);
    if (!cell || event.shiftKey || isOwn(event) || (!isTouch(event) && isTextSelected())) return;
    event.preventDefault();
    const { left, bottom } = cell.getBoundingClientRect();
    menuOf(cell, isByKey ? { x: left, y: bottom } : { x: event.clientX, y: event.clientY });
  };
  const onKey = (event: KeyboardEvent) => {
    if (!isHistoryKey(event)) return;
    event.preventDefault();
    onHistory(chosen());
  };
  const end = () => resting.end();
  host.addEventListener('pointerdown', onPointer, { signal, passive: true });
  host.addEventListener('pointermove', ({ clientX: x, clientY: y }) => resting.move({ x, y }), {
    signal,
    passive: true,
  });
  for (const kind of ['pointerup', 'pointercancel', 'scroll']) host.addEventListener(kind, end, { signal });
  host.addEventListener('contextmenu', onContext, { signal });
  document.addEventListener('keydown', onKey, { signal });
  return {
    chosen,
    stop() {
      end();
      events.abort();
    },
  };
}

function isOwn(event: Event): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.closest(OWN_MENUS) !== null;
}

/** Chromium tells it of a context menu, too. */
function isTouch(event: MouseEvent): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch';
}

function isTextSelected(): boolean {
  return document.getSelection()?.isCollapsed === false;
}
