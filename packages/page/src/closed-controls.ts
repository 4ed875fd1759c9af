import { attribute } from './table-scan.ts';

/**
 * Of a control that is closed to this reader, and not by its publisher: it stands beside `disabled`, and both are left out
 * of the wire form.
 */
export const CLOSED = 'data-closed';

const TAGS = ['<textarea ', '<select ', '<input ', '<button '];
const NAMED = /\sdata-(?:control|submit|cancel)=/;

/** Whether HTML holds anything that a reader may press or fill in (interfaces 6). */
export function mayHoldControls(html: string): boolean {
  return NAMED.test(html);
}

/** A page whose controls are closed, for as long as nobody knows whether its reader may use them. */
export function withClosedControls(html: string): string {
  if (!mayHoldControls(html)) return html;
  let [out, from] = ['', 0];
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    const end = TAGS.some((tag) => html.startsWith(tag, at)) ? html.indexOf('>', at) : -1;
    if (end < 0 || !isOpenControl(html.slice(at, end + 1))) continue;
    out += `${html.slice(from, end)} disabled="" ${CLOSED}="">`;
    from = end + 1;
  }
  return out + html.slice(from);
}

function isOpenControl(tag: string): boolean {
  return NAMED.test(tag) && attribute(tag, 'disabled') === undefined;
}
