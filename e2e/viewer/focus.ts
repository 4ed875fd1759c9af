import type { ElementHandle, Page } from 'playwright-core';

/** What has the focus, as one who sees would tell it. */
export interface Focus {
  /** Its accessible name, or "nothing". */
  readonly name: string;
  /** Why one would not know where the focus is. */
  readonly fault: string | undefined;
}

/** Where the focus is, within reports and all. */
export async function focusOf(page: Page): Promise<Focus> {
  const found = await page.evaluateHandle(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active === document.body || active === null ? document.documentElement : active;
  });
  try {
    const name = await found.evaluate(nameOf);
    if (name === 'nothing') return { name, fault: 'nothing has the focus' };
    // A ring that comes, in a box that comes, is looked at once both are there.
    await found.evaluate(stillness);
    const fault = (await found.evaluate(whyUnseen)) ?? (await ringFault(found));
    // It was written anew while it was looked at.
    const isGone = fault !== undefined && !(await found.evaluate((element) => element.isConnected));
    return isGone ? focusOf(page) : { name, fault };
  } finally {
    await found.dispose();
  }
}

function nameOf(element: Element): string {
  if (element === document.documentElement) return 'nothing';
  const labelled = element.getAttribute('aria-labelledby');
  const by = labelled && (element.ownerDocument.getElementById(labelled)?.textContent ?? '');
  const label = 'labels' in element && element.labels instanceof NodeList ? element.labels[0]?.textContent : undefined;
  const name =
    element.getAttribute('aria-label') || by || label || element.textContent || element.getAttribute('title');
  return (name ?? '').replace(/\s+/g, ' ').trim() || element.localName;
}

/** Resolves when neither the element nor what it stands in moves or changes its colours any more. */
async function stillness(element: Element): Promise<void> {
  const isAround = (animation: Animation) => {
    const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
    return target?.contains(element) || target === element.closest('.input');
  };
  const isEnding = (animation: Animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
  const running = document.getAnimations().filter((animation) => isAround(animation) && isEnding(animation));
  await Promise.allSettled(running.map(({ finished }) => finished));
}

/** Outside of the window, or under something else (WCAG 2.4.11). */
function whyUnseen(element: Element): string | undefined {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [x, y] = [
    (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
    (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
  ];
  if (x < left || x > right || y < top || y > bottom || right - left < 1) return 'it is outside of the window';
  let over = document.elementFromPoint(x, y);
  while (over?.shadowRoot?.elementFromPoint(x, y)) {
    const inner = over.shadowRoot.elementFromPoint(x, y);
    if (inner === over) break;
    over = inner;
  }
  const isSeen =
    over !== null && (element.contains(over) || over.contains(element) || element.shadowRoot?.contains(over));
  return isSeen ? undefined : `${over?.localName} lies over it`;
}

/** The ring: two pixels, three to one against what is behind it, and not cut off at more than two of its sides. */
async function ringFault(found: ElementHandle<Element>): Promise<string | undefined> {
  const isInBrowsersOwnButton = await found.evaluate(
    // The little calendar of a date field is the browser's, which rings it itself.
    (element) => element.matches('input:is([type=date], [type=time], [type=datetime-local]):not(:focus-visible)'),
  );
  if (isInBrowsersOwnButton) return undefined;
  const ring = await found.evaluate((element) => {
    const field = element.closest('.input');
    const own = getComputedStyle(element);
    if (own.outlineStyle !== 'none' && Number.parseFloat(own.outlineWidth) >= 2) return own.outlineColor;
    // A text field has its caret, and its box changes its colour.
    return field ? getComputedStyle(field).borderBottomColor : undefined;
  });
  if (ring === undefined) return 'it has no ring';
  const contrast = await found.evaluate(contrastOf, ring);
  if (contrast < 3) return `its ring has a contrast of ${contrast.toFixed(1)}`;
  const sides = await found.evaluate(sidesOfRing);
  return sides < 2 ? `${sides} sides of its ring are seen` : undefined;
}

function contrastOf(element: Element, ring: string): number {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const luminance = (...colours: readonly string[]) => {
    if (!canvas) return 0;
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const grounds: string[] = [];
  for (let at: Node | null = element.parentNode; at; at = at instanceof ShadowRoot ? at.host : at.parentNode) {
    if (at instanceof Element) grounds.unshift(getComputedStyle(at).backgroundColor);
  }
  const [dark = 0, light = 0] = [luminance('Canvas', ...grounds), luminance('Canvas', ...grounds, ring)].sort(
    (a, b) => a - b,
  );
  return (light + 0.05) / (dark + 0.05);
}

function sidesOfRing(element: Element): number {
  const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(element);
  if (outlineStyle === 'none') return 4;
  const out = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth) / 2;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const sides = [left - out >= 0, right + out <= innerWidth, top - out >= 0, bottom + out <= innerHeight];
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (getComputedStyle(at).overflow === 'visible') continue;
    const clip = at.getBoundingClientRect();
    const within = [
      left - out >= clip.left,
      right + out <= clip.right,
      top - out >= clip.top,
      bottom + out <= clip.bottom,
    ];
    for (const [n, isWithin] of within.entries()) sides[n] &&= isWithin;
  }
  return sides.filter(Boolean).length;
}
