import type { Page } from 'playwright-core';

/** The narrowest desk that the product is made for: nothing of it is cut there. */
export const narrowDesk = { viewport: { width: 1024, height: 768 } } as const;

/** The fields of which a reader does not see the whole, and the boxes that the page scrolls sideways for. */
export async function cutFields(page: Page): Promise<string[]> {
  const inputs = await page.evaluate(inputsShown);
  const boxes = await page.evaluate(boxesShown);
  const frames = await page.evaluate(framesShown);
  return [
    ...inputs.filter(({ needed, room }) => needed > room + 1).map(({ name, text }) => `${name}: ${text} is cut`),
    ...boxes.filter(({ scroll, client }) => scroll > client + 1).map(({ name }) => `${name} is cut`),
    ...boxes.filter(({ isOutside }) => isOutside).map(({ name }) => `${name} reaches out of the window`),
    ...frames.filter(({ scroll, client }) => scroll > client).map(({ name }) => `${name} scrolls sideways`),
  ];
}

/** What is written in each input, how wide that is, and how wide its room. */
function inputsShown() {
  const context = document.createElement('canvas').getContext('2d');
  const fields = [...document.querySelectorAll('input')].filter(
    (field) => !['checkbox', 'radio', 'hidden', 'password'].includes(field.type) && field.checkVisibility(),
  );
  return fields.map((field) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    const text = field.value || field.placeholder;
    if (context) context.font = font;
    return {
      name: field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.id,
      text,
      needed: context?.measureText(text).width ?? 0,
      room: field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
    };
  });
}

/** How wide what each field, button, tab and name holds is, and how wide itself; lists scroll. */
function boxesShown() {
  const fields = '.input > .value, .input, .label, label, .field > *, .check, .option .name, .rows .name';
  const around = '.field, .button, .panel, .popover, aside';
  const boxes = [...document.querySelectorAll(`${fields}, ${around}, [role=tab], select`)];
  const edge = document.documentElement.clientWidth;
  return boxes
    .filter((box) => box.checkVisibility() && box.clientWidth > 1 && !box.matches('.list, .popover .option *'))
    .map((box) => {
      const { left, right } = box.getBoundingClientRect();
      const isScrolled = box.closest('[role=tablist], .sheet') !== null;
      const isWhole = box.matches('.panel, .popover, aside, [role=tab]');
      return {
        name: `${box.className} ${box.textContent?.trim().slice(0, 60)}`,
        scroll: isWhole ? 0 : box.scrollWidth,
        client: box.clientWidth,
        isOutside: !isScrolled && (left < -1 || right > edge + 1),
      };
    });
}

function framesShown() {
  const frames = [document.documentElement, document.body, ...document.querySelectorAll('main')];
  return frames.map(({ localName, scrollWidth, clientWidth }) => ({
    name: localName,
    scroll: scrollWidth,
    client: clientWidth,
  }));
}
