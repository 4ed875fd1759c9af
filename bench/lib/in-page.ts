/** Resolves in the page with the time, epoch ms, at which the frame that shows this text in the first cell was done. */
export function untilShown(text: string): string {
  return `new Promise((resolve) => {
    const host = document.querySelector('[data-testid=report], #report');
    const root = host.shadowRoot ?? host;
    const observer = new MutationObserver(() => {
      if (root.querySelector('td')?.textContent !== '${text}') return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
        port2.postMessage(0);
      });
    });
    observer.observe(root, { subtree: true, childList: true, characterData: true });
  })`;
}

/** Counts in `benchPainted` the frames that show another moment of the past than the frame before. */
export const watchPainted = `(() => {
  window.benchPainted = 0;
  window.benchObserver?.disconnect();
  const strip = document.querySelector('[data-testid=time]');
  const moment = () => strip.querySelector('.on-paper')?.textContent;
  let last = moment();
  window.benchObserver = new MutationObserver(() => {
    if (moment() === last) return;
    last = moment();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.benchPainted++;
      port2.postMessage(0);
    });
  });
  window.benchObserver.observe(strip, { subtree: true, childList: true, characterData: true });
})()`;

/** Before anything of the page: marks when the report's first cell has been painted, and when the tabs around it are. */
export const noteFirstCell = `(() => {
  const once = (name, isThere) => {
    const look = () => requestAnimationFrame(isThere() ? () => performance.mark(name) : look);
    look();
  };
  const cell = () => document.querySelector('[data-testid=report]')?.shadowRoot?.querySelector('td');
  once('report shown', () => cell()?.checkVisibility());
  once('at work', () => document.querySelector('[role=tab]')?.checkVisibility());
})()`;

/** The files that were asked for, and the mark of \`noteFirstCell\`. */
export const timings = `JSON.stringify({
  shown: performance.getEntriesByName('report shown')[0]?.startTime ?? 1e9,
  atWork: performance.getEntriesByName('at work')[0]?.startTime ?? 1e9,
  resources: performance.getEntriesByType('resource').map(({ name, startTime, initiatorType }) => ({
    name, at: startTime, kind: initiatorType,
  })),
})`;
