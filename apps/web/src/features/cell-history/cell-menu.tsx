import './cell-history.css';
import type { Topic } from '@sheetwire/rules/topic';
import {
  type ComponentType,
  type KeyboardEvent as ReactKeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { usePaletteActions } from '#features/palette/actions.ts';
import { closeOverlay, overlay } from '#features/palette/overlay.ts';
import { mayWriteClipboard, toClipboard } from '#features/report-document/copy/to-clipboard.ts';
import { revealCell } from '#features/report-document/report-links.ts';
import type { ShownContent } from '#features/report-document/shown-document.ts';
import { cellOf } from '#features/selection/tabs.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import { useServices } from '#services.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import type { HistorySource } from './history-source.ts';
import { listenToCells, type MenuAsked } from './listen-to-cells.ts';

/** What was pressed while this was on its way. */
export interface EarlyPress {
  pressed: EventTarget | undefined;
  /** The history of a cell was asked for. */
  isAsked: boolean;
}

interface CellMenuProps {
  readonly model: ViewerModel;
  /** The element that holds the report. */
  readonly host: HTMLElement;
  readonly content: ShownContent;
  readonly topic: Topic;
  /** The name of the shown page. */
  readonly page: string;
  readonly early: EarlyPress;
}

type Opened = ComponentType<{ onClose: () => void }>;

/** The menu of a cell, by right click, long press and menu key; its history by Alt+H (time 3). */
export function CellMenu({ model, host, content, topic, page, early }: CellMenuProps) {
  const { call, clock } = useServices();
  const [asked, setAsked] = useState<MenuAsked>();
  const source = useMemo<HistorySource | undefined>(() => {
    const root = host.shadowRoot;
    return root ? { call, clock, model, root, topic, page } : undefined;
  }, [call, clock, model, host, topic, page]);
  const opened = useRef<Opened>(undefined);
  const open = useCallback(
    (cells: readonly Element[]) => {
      setAsked(undefined);
      if (!source) return;
      const Shown: Opened = ({ onClose }) => <HistoryDialog {...{ source, cells, onClose }} />;
      opened.current = Shown;
      overlay.setState({ Shown });
    },
    [source],
  );
  // A history is one of this page: it goes with it.
  useEffect(
    () => () => {
      if (source && opened.current !== undefined && overlay.getState().Shown === opened.current) closeOverlay();
    },
    [source],
  );
  const close = useCallback(() => setAsked(undefined), []);
  const listening = useRef<ReturnType<typeof listenToCells>>(undefined);
  useEffect(() => {
    const root = host.shadowRoot;
    if (!root) return;
    const own = listenToCells({ host, root, clock, pressed: early.pressed, onMenu: setAsked, onHistory: open });
    listening.current = own;
    if (early.isAsked) open(own.chosen());
    early.isAsked = false;
    return () => own.stop();
  }, [host, clock, open, early]);
  useEffect(() => {
    // An address that was entered while the report is open: no load brings its cell into sight.
    const reveal = () => {
      const cell = cellOf(location.hash);
      if (host.shadowRoot && cell !== undefined) revealCell(host.shadowRoot, cell);
    };
    addEventListener('hashchange', reveal);
    return () => removeEventListener('hashchange', reveal);
  }, [host]);
  usePaletteActions('cell-history', () => [
    {
      ...{ id: 'cell-history', text: 'Cell history', icon: 'history', note: 'Alt+H', also: 'past values line chart' },
      run: () => open(listening.current?.chosen() ?? []),
    },
  ]);
  const copy = (cells: readonly Element[]) => {
    const blocked = () => showAlert('The browser blocked copying. Select the cells and press Ctrl+C.');
    toClipboard(content.copied(cells)).catch(blocked);
  };
  return asked ? <Menu {...asked} onHistory={() => open(asked.cells)} onCopy={copy} onClose={close} /> : null;
}

interface MenuProps extends MenuAsked {
  readonly onHistory: () => void;
  readonly onCopy: (cells: readonly Element[]) => void;
  readonly onClose: () => void;
}

/** What can be done with a cell; the focus goes back to where it was. */
function Menu({ cells, at, onHistory, onCopy, onClose }: MenuProps) {
  const box = useRef<HTMLDivElement>(null);
  const [focused] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const menu = box.current;
    if (!menu) return;
    menu.showPopover();
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(EDGE, Math.min(at.x, innerWidth - width - EDGE))}px`;
    menu.style.top = `${Math.max(EDGE, Math.min(at.y, innerHeight - height - EDGE))}px`;
    menu.querySelector('button')?.focus();
    return () => {
      if (
        focused instanceof HTMLElement &&
        (menu.contains(document.activeElement) || document.activeElement === document.body)
      )
        focused.focus({ preventScroll: true });
    };
  }, [at, focused]);
  useEffect(() => {
    // Not by the browser's own rule: the finger that opened it, lifted, would close it.
    const events = new AbortController();
    const options = { signal: events.signal, capture: true };
    const onPress = ({ target }: Event) => target instanceof Node && !box.current?.contains(target) && onClose();
    document.addEventListener('pointerdown', onPress, options);
    for (const kind of ['blur', 'resize', 'wheel']) addEventListener(kind, onClose, { signal: events.signal });
    return () => events.abort();
  }, [onClose]);
  const name = cells.length === 1 ? (cells[0]?.getAttribute('data-cell') ?? 'this cell') : `${cells.length} cells`;
  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (event.key === 'Tab' || event.key === 'Escape') onClose();
    else if (!moveIn(box.current, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const copy = () => {
    onClose();
    onCopy(cells);
  };
  return (
    <div
      ref={box}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={`Menu for ${name}`}
      className="popover cell-menu"
      onKeyDown={onKeyDown}
    >
      <Item icon="history" text="Cell history" keys="Alt+H" onPress={onHistory} />
      {mayWriteClipboard() ? (
        <Item icon="copy" text={cells.length === 1 ? 'Copy cell' : 'Copy cells'} onPress={copy} />
      ) : null}
    </div>
  );
}

const EDGE = 4;

interface ItemProps {
  readonly icon: IconName;
  readonly text: string;
  readonly keys?: string;
  readonly onPress: () => void;
}

function Item({ icon, text, keys, onPress }: ItemProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} aria-keyshortcuts={keys} onClick={onPress}>
      <Icon name={icon} />
      <span className="grow">{text}</span>
      {keys === undefined ? null : <kbd>{keys}</kbd>}
    </button>
  );
}

/** Arrows, Home and End move among the items; false for another key. */
function moveIn(menu: HTMLElement | null, key: string): boolean {
  const items = [...(menu?.querySelectorAll('button') ?? [])];
  const at = items.findIndex((item) => item.matches(':focus'));
  const last = items.length - 1;
  const next = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, Home: 0, End: last }[key];
  if (next === undefined) return false;
  items[next]?.focus();
  return true;
}
