import type { ComponentType } from 'react';
import { createStore } from 'zustand/vanilla';
import { showAlert } from '#features/alerts/alerts.ts';
import { errorText } from '#lib/api.ts';
import { loadChunk } from '#lib/load-chunk.ts';

/** Loaded when they are first asked for. */
const parts = {
  palette: async () => (await loadChunk(() => import('./palette.tsx'))).Palette,
  keys: async () => (await loadChunk(() => import('#features/keys/keys-dialog.tsx'))).KeysDialog,
} as const;

/** The command palette or the list of keys, over whatever page is shown. */
export const overlay = createStore<{ readonly Shown: ComponentType<{ onClose: () => void }> | undefined }>(() => ({
  Shown: undefined,
}));

export function openOverlay(part: keyof typeof parts): void {
  parts[part]().then(
    (Shown) => overlay.setState({ Shown }),
    (error: unknown) => showAlert(errorText(error)),
  );
}

export function closeOverlay(): void {
  overlay.setState({ Shown: undefined });
}

/** Fetches the palette before it is pressed for. */
export function preloadPalette(): void {
  void parts.palette().catch(() => undefined); // Told when it is opened.
}
