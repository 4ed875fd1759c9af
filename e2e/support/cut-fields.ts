import type { Page } from 'playwright-core';

/** The narrowest desk that the product is made for: nothing of it is cut there. */
export const narrowDesk = { viewport: { width: 1024, height: 768 } } as const;

/** The fields of which a reader does not see the whole, and the boxes that the page scrolls sideways for. */
export function cutFields(page: Page): Promise<string[]> {
  return page.evaluate(inPage);
}

function inPage(): string[] {
  const context = document.createElement('canvas').getContext('2d');
  const widthOf = (text: string, { font, letterSpacing }: CSSStyleDeclaration) => {
    if (!context) throw new Error('Nothing measures texts');
    context.font = font;
    return context.measureText(text).width + (Number.parseFloat(letterSpacing) || 0) * text.length;
  };
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    document.querySelector(`label[for="${CSS.escape(element.id)}"]`)?.textContent ??
    element.outerHTML.slice(0, 80);
  const roomIn = (field: Element) => {
    const style = getComputedStyle(field);
    return field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
  };
  const faults: string[] = [];
  for (const field of document.querySelectorAll('input')) {
    const isText = !['checkbox', 'radio', 'hidden', 'password'].includes(field.type);
    if (!isText || !field.checkVisibility()) continue;
    const text = field.value || field.placeholder;
    const needed = widthOf(text, getComputedStyle(field));
    if (needed > roomIn(field) + 1) faults.push(`${nameOf(field)}: ${text} (${Math.ceil(needed)} in ${roomIn(field)})`);
  }
  const whole =
    '.input > .value, .input, .label, label, .button, .field > *, .check, [role=tab], select, .option .name, .rows .name';
  for (const box of document.querySelectorAll(whole)) {
    if (!box.checkVisibility() || box.clientWidth <= 1) continue;
    if (box.matches('.list, .popover') || getComputedStyle(box).overflowX === 'auto') continue;
    if (box.scrollWidth > box.clientWidth + 1) faults.push(`${nameOf(box)}: ${box.textContent?.trim().slice(0, 60)}`);
  }
  for (const frame of [document.documentElement, document.body, ...document.querySelectorAll('main')]) {
    if (frame.scrollWidth > frame.clientWidth) faults.push(`${frame.localName} scrolls sideways`);
  }
  const edge = document.documentElement.clientWidth;
  for (const box of document.querySelectorAll('.field, .button, .panel, .popover, aside')) {
    const { left, right, width } = box.getBoundingClientRect();
    if (width > 0 && box.checkVisibility() && (left < -1 || right > edge + 1) && !box.closest('[role=tablist], .sheet'))
      faults.push(`${nameOf(box)} reaches out of the window`);
  }
  return faults;
}
