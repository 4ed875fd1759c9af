import type { ShownContent } from '#features/report-document/shown-document.ts';

/** Why the page cannot be put on the clipboard from here; undefined when it can. */
export function whyNoClipboard(): string | undefined {
  const isThere = 'clipboard' in navigator && 'ClipboardItem' in globalThis;
  return isThere ? undefined : 'Select cells and press Ctrl+C; without HTTPS, the browser blocks this button';
}

/** Puts the page on the clipboard, as text and as a table. */
export async function copyPage(content: ShownContent): Promise<void> {
  const copied = await content.copied();
  if (!copied) return;
  const { text, html } = copied;
  const item = new ClipboardItem({
    'text/plain': new Blob([text], { type: 'text/plain' }),
    'text/html': new Blob([html], { type: 'text/html' }),
  });
  await navigator.clipboard.write([item]);
}
