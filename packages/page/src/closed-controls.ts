import { attribute } from './table-scan.ts';

/**
 * Of a control that is closed to this reader, and not by its publisher: it stands beside `disabled`, and both are left out
 * of the wire form.
 */
export const CLOSED = 'data-closed';

const CONTROL_TAG = /<(?:textarea|select|input|button) [^>]*>/g;
const NAMED = /\sdata-(?:control|submit|cancel)=/;

/** Whether HTML holds anything that a reader may press or fill in (interfaces 6). */
export function mayHoldControls(html: string): boolean {
  return NAMED.test(html);
}

/** A page whose controls are closed, for as long as nobody knows whether its reader may use them. */
export function withClosedControls(html: string): string {
  if (!mayHoldControls(html)) return html;
  return html.replaceAll(CONTROL_TAG, (tag) => {
    const isOpen = NAMED.test(tag) && attribute(tag, 'disabled') === undefined;
    return isOpen ? `${tag.slice(0, -1)} disabled="" ${CLOSED}="">` : tag;
  });
}
