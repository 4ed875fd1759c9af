const ends = ['mouseup', 'pointercancel', 'dragend'] as const;

/** Runs at once, or after the press that took the focus away: what it shows must not move what is being pressed. */
export function afterPress(run: () => void): void {
  if (!document.querySelector(':active')) {
    run();
    return;
  }
  const over = () => {
    for (const end of ends) window.removeEventListener(end, over, true);
    // The click comes first.
    setTimeout(run);
  };
  for (const end of ends) window.addEventListener(end, over, true);
}
