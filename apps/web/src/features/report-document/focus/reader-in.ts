/** Notes where a reader is in the report's host before it is moved; the answer brings them back there, once it is shown. */
export function readerIn(host: HTMLElement): () => void {
  const { scrollTop: top, scrollLeft: left } = host;
  const focused = document.activeElement === host && (host.shadowRoot?.activeElement ?? host);
  return () => {
    if (top || left) host.scrollTo({ top, left: left || host.scrollLeft, behavior: 'instant' });
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  };
}
