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

interface Overlay {
  readonly Shown: ComponentType<OverlayProps> | undefined;
  readonly typed?: string | undefined;
}

export interface OverlayProps {
  /** Before it came. */
  readonly typed: string | undefined;
  readonly onClose: () => void;
}

/** The command palette or the list of keys, over whatever page is shown. */
export const overlay = createStore<Overlay>(() => ({ Shown: undefined }));

/** What is typed while something is on its way. */
let ahead: string | undefined;
/** Ms after which letters do again what they do without it. */
const KEPT = 3000;

export function openOverlay(part: keyof typeof parts): void {
  showOnceCome(parts[part]());
}

/** Letters that are typed meanwhile are kept for what comes, and for none that fails to. */
export function showOnceCome(coming: Promise<ComponentType<OverlayProps>>): void {
  ahead = '';
  setTimeout(endAhead, KEPT);
  void coming
    .then(
      (Shown) => overlay.setState({ Shown, typed: ahead }),
      (error: unknown) => showAlert(errorText(error)),
    )
    .finally(endAhead);
}

function endAhead(): void {
  ahead = undefined;
}

/** Takes a letter that is meant for what is on its way; false for any other key. */
export function typeAhead(key: string | undefined): boolean {
  if (ahead === undefined || key === undefined) return false;
  ahead += key;
  return true;
}

export function closeOverlay(): void {
  overlay.setState({ Shown: undefined });
}

/** Fetches the palette before it is pressed for. */
export function preloadPalette(): void {
  void parts.palette().catch(() => undefined); // Told when it is opened.
}
