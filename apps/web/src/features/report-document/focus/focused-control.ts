type Control = HTMLElement;

/** What the portal, and not the publisher, sets on a control. */
const OURS: ReadonlySet<string> = new Set([
  ...['aria-busy', 'aria-describedby', 'aria-disabled', 'aria-invalid', 'aria-label'],
  ...['data-state', 'maxlength'],
]);
/** The title is the portal's too while it says why the control is closed. */
const REASON: ReadonlySet<string> = new Set(['data-why', 'title']);

/** Finds the control of the same name and kind. */
export function sameControl(control: Control): string {
  const type = control.getAttribute('type');
  const kind = control instanceof HTMLInputElement && type !== null ? `[type="${CSS.escape(type)}" i]` : '';
  return `${control.localName}[data-control="${CSS.escape(control.getAttribute('data-control') ?? '')}"]${kind}`;
}

/**
 * Makes a control what its newer form is, in place: the focus, the caret and an open list stay with who has it. The newer
 * form is used up.
 */
export function takeOver(control: Control, fresh: Control): void {
  takeAttributes(control, fresh);
  if (control instanceof HTMLTextAreaElement && fresh instanceof HTMLTextAreaElement) takeText(control, fresh);
  else if (control instanceof HTMLSelectElement && fresh instanceof HTMLSelectElement) takeChoice(control, fresh);
  else if (control instanceof HTMLInputElement && fresh instanceof HTMLInputElement) {
    control.checked = fresh.checked;
    control.value = fresh.value;
  } else control.replaceChildren(...fresh.childNodes);
}

function takeAttributes(control: Control, fresh: Control): void {
  const keepsReason = control.hasAttribute('data-why') && !fresh.hasAttribute('title');
  for (const { name } of [...control.attributes]) {
    const isOurs = OURS.has(name) || (keepsReason && REASON.has(name));
    if (!fresh.hasAttribute(name) && !isOurs) control.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (control.getAttribute(name) !== value) control.setAttribute(name, value);
  }
}

function takeText(control: HTMLTextAreaElement, fresh: HTMLTextAreaElement): void {
  const caret = caretOf(control);
  const { length } = control.value;
  // While nothing was typed, a new default is the new value, and the browser puts the caret at its start.
  if (control.defaultValue !== fresh.defaultValue) control.defaultValue = fresh.defaultValue;
  if (control.value !== fresh.value) control.value = fresh.value;
  setCaret(control, caret, length);
}

function takeChoice(control: HTMLSelectElement, fresh: HTMLSelectElement): void {
  const { selectedIndex } = fresh;
  if (control.innerHTML !== fresh.innerHTML) control.replaceChildren(...fresh.childNodes);
  control.selectedIndex = selectedIndex;
}

/** Where the caret of a text is. */
export type Caret = readonly [start: number, end: number];

export function caretOf(control: Element): Caret | undefined {
  return control instanceof HTMLTextAreaElement ? [control.selectionStart, control.selectionEnd] : undefined;
}

/** A caret that was behind a text of this length is behind the text that stands there now. */
export function setCaret(control: Element, caret: Caret | undefined, length: number): void {
  if (!caret || !(control instanceof HTMLTextAreaElement)) return;
  const [start, end] = caret.map((at) => (at >= length ? control.value.length : at));
  control.setSelectionRange(start ?? 0, end ?? 0);
}

/**
 * Writes the content of a cell around one of its controls, which stays the element that it is. False where the newer
 * content does not hold it in the same place: nothing is written then.
 */
export function writeAround(cell: Element, content: DocumentFragment, control: Control, fresh: Control): boolean {
  const [path, freshPath] = [pathTo(control, cell), pathTo(fresh, content)];
  const isSame = path.every((element, n) => element.localName === freshPath[n]?.localName);
  if (path.length !== freshPath.length || !isSame) return false;
  for (const [n, element] of path.entries()) {
    const next = freshPath[n];
    if (!next) continue;
    const siblings = [...(next.parentNode?.childNodes ?? [])];
    const at = siblings.indexOf(next);
    for (const node of [...(element.parentNode?.childNodes ?? [])]) if (node !== element) node.remove();
    element.before(...siblings.slice(0, at));
    element.after(...siblings.slice(at + 1));
  }
  return true;
}

/** An element and what it lies in, up to the cell. */
function pathTo(element: Element, top: Node): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = element; at && at !== top; at = at.parentElement) path.push(at);
  return path;
}

/** Moves the focus for the portal's own reasons: nobody is told that it went or came. */
export function withoutEvents(root: Node, move: () => void): void {
  const ended = new AbortController();
  const stop = (event: Event) => event.stopImmediatePropagation();
  for (const name of ['focusin', 'focusout', 'focus', 'blur', 'change']) {
    root.addEventListener(name, stop, { capture: true, signal: ended.signal });
  }
  try {
    move();
  } finally {
    ended.abort();
  }
}
