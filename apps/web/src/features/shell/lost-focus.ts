const REACHED_BY_TAB = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
/** A page that is left as a whole leaves the browser where the next one begins. */
const WITHIN = 'main, dialog';

/**
 * What is pressed by a key may go away with that: the focus goes to what stands nearest to it, and never to nowhere
 * (WCAG 2.4.3). Whoever points has no use for it, and would have a telephone's keyboard opened. Answers the end of it.
 */
export function catchLostFocus(): () => void {
  const end = new AbortController();
  const { signal } = end;
  let isByKeys = true;
  let path: readonly Element[] = [];
  let frame = 0;
  const isLost = () => path[0]?.isConnected === false;
  // Whoever took the focus along on purpose has done so by then.
  const mend = () => {
    frame = 0;
    if (isLost() && document.activeElement === document.body) nearest(path)?.focus();
  };
  const observer = new MutationObserver(() => {
    if (isLost()) frame ||= requestAnimationFrame(mend);
  });
  const points = (isPointing: boolean) => () => {
    isByKeys = !isPointing;
    if (isPointing) path = [];
  };
  document.addEventListener('keydown', points(false), { signal, capture: true });
  document.addEventListener('pointerdown', points(true), { signal, capture: true });
  document.addEventListener('focusin', ({ target }) => (path = isByKeys ? pathOf(target) : []), { signal });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    end.abort();
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}

/** From what has the focus up to its page or dialog. */
function pathOf(target: EventTarget | null): Element[] {
  const path: Element[] = [];
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) {
    path.push(at);
    if (at.matches(WITHIN)) return path;
  }
  return [];
}

function nearest(path: readonly Element[]): HTMLElement | undefined {
  for (const box of path.filter(({ isConnected }) => isConnected)) {
    const inside = [...box.querySelectorAll<HTMLElement>(REACHED_BY_TAB)];
    const found = inside.find((element) => element.tabIndex >= 0 && element.getClientRects().length > 0);
    if (found) return found;
  }
  return undefined;
}
