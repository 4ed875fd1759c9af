type Key = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'code' | 'repeat' | 'defaultPrevented'>;

/** Alt+H, pressed once, where nothing lies over the report: the wish for a cell's history (time 3). */
export function isHistoryKey(event: Key): boolean {
  const isAlt = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const isIt = isAlt && event.code === 'KeyH' && !event.repeat && !event.defaultPrevented;
  return isIt && document.querySelector('dialog[open]') === null;
}
