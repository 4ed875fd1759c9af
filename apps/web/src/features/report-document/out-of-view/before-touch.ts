/** What a reader does with the report: it is whole before. */
const TOUCHES = ['pointerdown', 'keydown', 'focusin', 'contextmenu'] as const;

/** Runs before somebody reads, marks, copies, prints or searches the report, with hands or with the browser. */
export function beforeTouch(host: HTMLElement, whole: () => void, signal: AbortSignal): void {
  for (const kind of TOUCHES) host.addEventListener(kind, whole, { signal, capture: true });
  for (const kind of ['copy', 'selectstart']) document.addEventListener(kind, whole, { signal, capture: true });
  addEventListener('beforeprint', whole, { signal, capture: true });
  const onKey = (event: KeyboardEvent) => {
    if (isShortcut(event)) whole();
  };
  addEventListener('keydown', onKey, { signal, capture: true });
}

/** What a browser searches, marks or prints a page by. */
function isShortcut({ ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || /^(?:F\d+|[/'])$/.test(key);
}
