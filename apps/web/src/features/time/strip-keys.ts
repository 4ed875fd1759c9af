import type { Past } from './past.ts';
import type { Player } from './player.ts';

/** What of a key press decides what it does. */
export interface StripPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

export interface StripKeyDeps {
  readonly past: Pick<Past, 'step' | 'backToLive' | 'goToOldest' | 'isWanted'>;
  readonly player: Pick<Player, 'toggle' | 'pause'>;
}

const FEW = 1;
const MANY = 10;

/** Does what a key of the strip does; false for a key that is none. All but Escape are keys of the slider alone. */
export function stripKey(press: StripPress, { past, player }: StripKeyDeps, isOnSlider: boolean): boolean {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = press;
  if (ctrlKey || altKey || metaKey) return false;
  if (key === 'Escape') {
    player.pause();
    const { isWanted } = past;
    if (isWanted) past.backToLive();
    return isWanted;
  }
  if (!isOnSlider) return false;
  if (key === ' ') {
    player.toggle();
    return true;
  }
  const move = moveOf(key, shiftKey ? MANY : FEW);
  if (move === undefined) return false;
  player.pause();
  if (move === 'end') past.backToLive();
  else if (move === 'home') past.goToOldest();
  else past.step(move);
  return true;
}

function moveOf(key: string, step: number): number | 'home' | 'end' | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return -step;
    case 'ArrowRight':
    case 'ArrowUp':
      return step;
    case 'PageDown':
      return -MANY;
    case 'PageUp':
      return MANY;
    case 'Home':
      return 'home';
    case 'End':
      return 'end';
    default:
      return undefined;
  }
}

/** Escape is first of all for what is open over the strip: a dialog, or the words at one of its buttons. */
export function isOfOpened(target: EventTarget, strip: Element): boolean {
  return (target instanceof Element && target.closest('dialog') !== null) || strip.querySelector('.tooltip') !== null;
}
