/**
 * Runs once, when what was written before is on the screen: after the frame that lays it out. A page that is hidden draws
 * nothing; one that goes out of sight meanwhile was at least not stopped by it.
 */
export function whenDrawn(run: () => void): void {
  const told = new AbortController();
  const tell = () => {
    if (told.signal.aborted) return;
    told.abort();
    run();
  };
  if (document.hidden) {
    tell();
    return;
  }
  document.addEventListener('visibilitychange', tell, { signal: told.signal });
  addEventListener('pagehide', tell, { signal: told.signal });
  requestAnimationFrame(() => setTimeout(tell));
}
