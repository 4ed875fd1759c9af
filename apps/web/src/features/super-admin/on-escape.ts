import type { KeyboardEvent } from 'react';

/** Escape leaves a form, unless it closed a list that was open in it. */
export function onEscape(leave: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) leave();
  };
}
