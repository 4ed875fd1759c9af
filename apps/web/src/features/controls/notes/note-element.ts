import type { Mark } from '#features/controls/control.ts';

let count = 0;

/** The words of a mark as they stand on the page; what comes from outside is text, and runs in its own direction. */
export function noteOf(mark: Mark, dismiss: () => void): HTMLElement {
  const note = document.createElement('div');
  note.className = 'control-note';
  note.id = `control-note-${++count}`;
  note.dataset.kind = mark.kind;
  note.hidden = mark.words === undefined;
  if (!mark.stays) {
    note.textContent = mark.words ?? '';
    return note;
  }
  const text = document.createElement('p');
  const { entry, words = '', reason } = mark;
  if (entry !== undefined) text.append(foreign(entry), ', ');
  text.append(words);
  if (reason !== undefined) text.append(' ', foreign(reason));
  const close = document.createElement('button');
  close.type = 'button';
  close.setAttribute('aria-label', 'Dismiss');
  close.title = 'Dismiss (Esc)';
  close.textContent = '\u00d7';
  close.addEventListener('click', dismiss);
  note.append(text, close);
  return note;
}

/** A control is described by its words, and is wrong while they tell of a refusal. */
export function describe(control: HTMLElement, note: { element: HTMLElement; mark: Mark } | undefined): void {
  const isRead = note !== undefined && !note.element.hidden;
  if (isRead) control.setAttribute('aria-describedby', note.element.id);
  else control.removeAttribute('aria-describedby');
  const isWrong = isRead && note.mark.kind === 'failed' && !(control instanceof HTMLButtonElement);
  if (isWrong) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
}

function foreign(text: string): HTMLElement {
  const element = document.createElement('bdi');
  element.textContent = text;
  return element;
}
