import { useEffect } from 'react';
import { hasCommandKey } from '#features/keys/command-key.ts';
import { isPaletteKey, singleKey, typingPlaces } from '#features/keys/key-press.ts';
import { areSingleKeysOn } from '#features/keys/single-keys.ts';
import type { LocalStore } from '#lib/local-store.ts';
import { offered, offeredActions } from './actions.ts';
import { closeOverlay, openOverlay, overlay, typeAhead } from './overlay.ts';

/** Ctrl+K opens the palette wherever the focus is; a single key does what a part of the page offers under it. */
export function useQuickKeys(store: LocalStore): void {
  useEffect(() => {
    const isMac = hasCommandKey(navigator.userAgent);
    const onPalette = (event: KeyboardEvent) => {
      if (isPaletteKey(event, isMac)) pressPalette();
      else if (!typeAhead(singleKey(event))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onSingle = (event: KeyboardEvent) => {
      if (pressSingle(event, store)) event.preventDefault();
    };
    // Heard before any part of the page can keep it for itself.
    document.addEventListener('keydown', onPalette, true);
    document.addEventListener('keydown', onSingle);
    return () => {
      document.removeEventListener('keydown', onPalette, true);
      document.removeEventListener('keydown', onSingle);
    };
  }, [store]);
}

/** A second press closes it; an alert is answered first. */
function pressPalette(): void {
  if (overlay.getState().Shown) closeOverlay();
  else if (!document.querySelector('dialog[open]')) openOverlay('palette');
}

function pressSingle(event: KeyboardEvent, store: LocalStore): boolean {
  const key = singleKey(event);
  if (key === undefined || isTyping(event) || !areSingleKeysOn(store)) return false;
  const action = offeredActions(offered.getState(), '').find((one) => one.key === key);
  action?.run();
  return action !== undefined;
}

/** Also inside the report, whose elements only the path of the event names. */
function isTyping(event: KeyboardEvent): boolean {
  return event.composedPath().some((element) => element instanceof Element && element.matches(typingPlaces));
}
