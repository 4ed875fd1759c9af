import { hasCommandKey } from '#features/keys/command-key.ts';
import { Icon } from '#ui/icon.tsx';
import { openOverlay, preloadPalette } from './overlay.ts';

/** The palette's place in the bar; its script comes as soon as the pointer or the focus does. */
export function PaletteButton() {
  const isMac = hasCommandKey(navigator.userAgent);
  return (
    <button
      type="button"
      className="search"
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      aria-haspopup="dialog"
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
      onClick={() => openOverlay('palette')}
    >
      <Icon name="search" />
      <span className="long">Go to a report or action</span>
      <span className="short" aria-hidden="true">
        Go to
      </span>
      <span className="kbd" aria-hidden="true">
        {isMac ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  );
}
