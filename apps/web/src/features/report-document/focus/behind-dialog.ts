/** While a dialog is open over the page: the element of a root that had the focus, and gets it back. */
const behind = new WeakMap<Node, HTMLElement>();

/**
 * From here on the focus comes back into the root when a dialog closes. The browser gives it back to the very element that
 * had it, which may be written anew by then.
 */
export function followFocus(root: ShadowRoot, signal: AbortSignal): void {
  const left = (event: Event) => {
    if (event.target instanceof HTMLElement && isInDialog(goesTo(event))) behind.set(root, event.target);
  };
  const came = ({ target }: Event) => {
    if (!isInDialog(target)) behind.delete(root);
  };
  const closed = (event: Event) => {
    if (isInDialog(event.target) && goesTo(event) === null) queueMicrotask(() => comeBack(root));
  };
  root.addEventListener('focusout', left, { signal });
  document.addEventListener('focusin', came, { signal, capture: true });
  document.addEventListener('focusout', closed, { signal, capture: true });
}

function comeBack(root: ShadowRoot): void {
  if (document.activeElement === document.body) focusedOf(root)?.focus({ preventScroll: true });
}

/** The element that has the focus, or gets it back from a dialog. */
export function focusedOf(root: ShadowRoot): HTMLElement | undefined {
  const found = root.activeElement ?? behind.get(root);
  return found instanceof HTMLElement && found.isConnected ? found : undefined;
}

/** Sets the focus, at once or for when the dialog closes; nothing scrolls. */
export function giveFocus(root: ShadowRoot, element: HTMLElement): void {
  if (behind.has(root)) behind.set(root, element);
  else element.focus({ preventScroll: true });
}

function goesTo(event: Event): EventTarget | null {
  return event instanceof FocusEvent ? event.relatedTarget : null;
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog') !== null;
}
