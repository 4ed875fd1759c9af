import type { Copied } from './copied-table.ts';

/** Whether pages may write cells to the clipboard: over plain http they may not. */
export function mayWriteClipboard(): boolean {
  return 'clipboard' in navigator && 'ClipboardItem' in globalThis;
}

/** Puts cells on the clipboard as text and as a table; they may still be on their way. */
export async function toClipboard(copied: Promise<Copied | undefined>): Promise<void> {
  const part = (kind: keyof Copied, type: string) => copied.then((one) => new Blob([one?.[kind] ?? ''], { type }));
  // Promises in the item: a browser that asks for a press looks at the one that was there when the writing began.
  const item = new ClipboardItem({ 'text/plain': part('text', 'text/plain'), 'text/html': part('html', 'text/html') });
  await navigator.clipboard.write([item]);
}
