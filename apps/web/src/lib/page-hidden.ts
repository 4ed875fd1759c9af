/** Whether the tab is hidden, for what rests meanwhile. */
export const pageHidden = {
  subscribe(listener: () => void): () => void {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
  getSnapshot: (): boolean => document.hidden,
};
