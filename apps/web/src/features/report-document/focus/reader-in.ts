/** Notes where a reader is in the report's host before it is moved; the answer brings them back there, once it is shown. */
export function readerIn(host: HTMLElement): () => void {
  const { scrollTop: top, scrollLeft: left } = host;
  const inside = host.shadowRoot?.activeElement;
  // The focus comes to the first part of a date, wherever in it somebody types.
  const isDate = inside instanceof HTMLInputElement && inside.type !== 'checkbox';
  const focused = document.activeElement === host && (isDate ? host : (inside ?? host));
  return () => {
    if (top || left) host.scrollTo({ top, left: left || host.scrollLeft, behavior: 'instant' });
    // Who went on elsewhere meanwhile stays there.
    const isFree = document.activeElement === document.body;
    if (isFree && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  };
}
