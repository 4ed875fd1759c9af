import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useServices } from '#services.ts';
import { type PaletteAction, usePaletteActions } from './actions.ts';
import { closeOverlay, openOverlay, overlay } from './overlay.ts';
import { useQuickKeys } from './use-quick-keys.ts';

const showKeys = (): readonly PaletteAction[] => [
  {
    id: 'keys',
    text: 'Keyboard shortcuts',
    icon: 'help',
    key: '?',
    also: 'keys hotkeys',
    run: () => openOverlay('keys'),
  },
];

/** The palette and the list of keys for a licensed user, on every page. */
export function QuickAccess() {
  const { store } = useServices();
  const { Shown, typed } = useStore(overlay);
  useQuickKeys(store);
  usePaletteActions('keys', showKeys);
  // A session that ends takes what is open along, before its dialog can say that it closed.
  useEffect(() => closeOverlay, []);
  return Shown ? <Shown typed={typed} onClose={closeOverlay} /> : null;
}
