/** Nothing that stays has the focus: it is nowhere, or in what is about to go. An answer that comes late may move it then. */
export function isFocusFree(leaving: Element | null): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || leaving?.contains(activeElement) === true;
}
