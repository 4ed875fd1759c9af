import { CLOSED, mayHoldControls } from '@sheetwire/page/closed-controls';

/** Why a control cannot be used. */
export const disabledWords = {
  noRight: 'You can view this report but not interact with it.',
  snapshot: 'Snapshots cannot be edited.',
  past: 'Earlier versions cannot be edited.',
  publisher: 'The publisher has locked this field.',
  nothingPending: 'No changes to submit.',
} as const;

const CONTROLS = ':is(textarea, select, input, button):is([data-control], [data-submit], [data-cancel])';
const NEEDS_PENDING = '[data-submit], [data-cancel]';

type Control = HTMLTextAreaElement | HTMLSelectElement | HTMLInputElement | HTMLButtonElement;

/**
 * How controls are drawn: `closed` to who may not use them, and while nobody knows; `early` while their script is on its
 * way, when nothing can be pending that Submit or Cancel would be for; `open` as their publisher wrote them.
 */
export type ControlDrawing = 'closed' | 'early' | 'open';

let drawing: ControlDrawing = 'open';
let why: string | undefined;

/** Controls are drawn so from here on; closed ones tell the reason as soon as there is one. */
export function drawControls(as: ControlDrawing, reason?: string): void {
  drawing = as;
  why = reason;
}

/** Closes the controls of what is about to be put into the document: nothing is open first and closed later. */
export function closeFresh(fragment: ParentNode, html: string): void {
  if (drawing !== 'open' && mayHoldControls(html)) redrawControls(fragment);
}

/** Draws the controls that stand there already as they are drawn from here on. */
export function redrawControls(root: ParentNode): void {
  for (const control of root.querySelectorAll<Control>(CONTROLS)) {
    const isOpen = drawing === 'open' || (drawing === 'early' && !control.matches(NEEDS_PENDING));
    if (!isOpen && !control.disabled) setClosedHere(control, true);
    if (!isClosedHere(control)) continue;
    control.disabled = !isOpen;
    setClosedHere(control, !isOpen);
    setReason(control, isOpen ? undefined : why);
  }
}

/** Why a control cannot be used, unless its publisher says something of it. */
export function setReason(control: HTMLElement, reason: string | undefined): void {
  const isOurs = control.dataset.why !== undefined;
  if (reason !== undefined && (isOurs || !control.title)) {
    control.title = reason;
    control.dataset.why = '';
  } else if (reason === undefined && isOurs) {
    control.removeAttribute('title');
    delete control.dataset.why;
  }
}

/** Whether a control is disabled for this reader, and not by its publisher. */
export function isClosedHere(control: Element): boolean {
  return control.hasAttribute(CLOSED);
}

/** Says whether it is this page that disabled a control, which its wire form does not tell. */
export function setClosedHere(control: Control, isHere: boolean): void {
  if (!isHere) control.removeAttribute(CLOSED);
  else {
    control.disabled = true;
    control.setAttribute(CLOSED, '');
  }
}
