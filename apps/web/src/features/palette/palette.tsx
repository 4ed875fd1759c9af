import './palette.css';
import type { SessionUser } from '@sheetwire/contract/accounts';
import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import { useKnownUser } from '#features/gate/use-session.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { movedBy } from '#ui/long/list-keys.ts';
import { useModal } from '#ui/use-modal.ts';
import type { PaletteAction } from './actions.ts';
import type { Found, FoundGroup } from './find.ts';
import type { OverlayProps } from './overlay.ts';
import type { KnownTopics } from './own-topics.ts';
import { Results } from './results.tsx';
import { useGoing } from './use-going.ts';
import { useSearch } from './use-search.ts';

/** The command palette: reports, pages, recents and actions that the user may use. */
export function Palette(props: OverlayProps) {
  const user = useKnownUser();
  return user ? <PaletteOf user={user} {...props} /> : null;
}

const label = 'Go to a report or action';

function PaletteOf({ user, typed: given = '', onClose }: OverlayProps & { readonly user: SessionUser }) {
  const id = useId();
  const modal = useModal(onClose);
  const going = useGoing(user);
  const { typed, type, groups, known } = useSearch(user, {
    common: going.actions,
    current: going.current,
    typed: given,
  });
  const [asked, setAsked] = useState<PaletteAction>();
  /** The row that keys moved to: by what it is, since others may come and go above it before Enter is pressed. */
  const [moved, setMoved] = useState<string>();
  const shown = asked ? question(asked) : groups;
  const items = shown.flatMap((group) => group.items);
  const at = moved === undefined ? Math.min(0, items.length - 1) : items.findIndex((item) => item.id === moved);
  const choose = ({ target }: Found, isNewTab: boolean) => {
    if (target.kind === 'action' && target.action.yes !== undefined) {
      setAsked(target.action);
      setMoved(undefined);
      return;
    }
    modal.close();
    if (target.kind === 'report') going.open(target.topic, isNewTab);
    else target.action.run();
  };
  const press = (event: KeyboardEvent) => {
    // Enter and arrows are the input method's while it puts a word together.
    if (event.nativeEvent.isComposing) return;
    const next = event.key === 'Home' || event.key === 'End' ? undefined : movedBy(event.key, at, items.length);
    const item = items[at];
    if (next !== undefined) setMoved(items[next]?.id);
    else if (event.key === 'Enter' && item) choose(item, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };
  const enter = (text: string) => {
    type(text);
    setMoved(undefined);
    setAsked(undefined);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside it closes it, as Escape does
    <dialog
      ref={modal.ref}
      className="popover palette"
      aria-label={label}
      {...modal.props}
      onClick={(event) => isBeside(event) && modal.close()}
    >
      <div className="input">
        <Icon name="search" />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={(event) => enter(event.currentTarget.value)}
          onKeyDown={press}
        />
        <Button kind="quiet" size="icon" icon="close" aria-label="Close" onPress={modal.close} />
      </div>
      <Results key={`${typed}:${asked?.id ?? ''}`} groups={shown} onChoose={choose} {...{ id, at }} />
      <p className={known.state === 'known' && items.length > 0 ? 'hide' : 'told quiet'} role="status">
        {told(known, items.length)}
      </p>
      <footer>
        <Hint keys={['↑', '↓']} does="move" />
        <Hint keys={['Enter']} does="open" />
        <Hint keys={['Ctrl Enter']} does="open in a new tab" />
        <Hint keys={['Esc']} does="close" />
      </footer>
    </dialog>
  );
}

function Hint({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <span>
      {keys.map((key) => (
        <kbd key={key} className="kbd">
          {key}
        </kbd>
      ))}{' '}
      {does}
    </span>
  );
}

function told(known: KnownTopics, count: number): string {
  if (known.state === 'loading') return 'Loading reports...';
  if (known.state === 'failed') return `Could not load the reports: ${known.words}`;
  if (count === 0) return 'No matches';
  return count === 1 ? '1 result' : `${count.toLocaleString('en-US')} results`;
}

/** What ends something is asked for once more, in the words of every such question (spec 2, Account). */
function question(action: PaletteAction): FoundGroup[] {
  const { icon, yes = '' } = action;
  const row = (text: string, run: PaletteAction['run']): Found => ({
    ...{ id: text, text, icon, note: undefined, marks: [] },
    target: { kind: 'action', action: { id: text, text, icon, run } },
  });
  return [{ name: 'Are you sure?', items: [row(`YES-${yes}`, action.run), row('NO-Cancel', () => undefined)] }];
}

/** True for a press on the ground around the dialog. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
