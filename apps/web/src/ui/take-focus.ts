/** As a `ref`: what takes the place of a form takes its focus, so that keys go on from there. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
