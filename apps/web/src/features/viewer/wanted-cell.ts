import { revealCell } from '#features/report-document/report-links.ts';
import { cellOf } from '#features/selection/tabs.ts';

/** The cell that a link leads to, until its page is drawn, in a place where it is seen. */
export function wantedCell(hash: string) {
  let wanted = cellOf(hash);
  const reveal = (root: ShadowRoot) => {
    if (wanted === undefined) return;
    if (root.host.clientWidth > 0) {
      revealCell(root, wanted);
      wanted = undefined;
    } else {
      const shown = new ResizeObserver(() => {
        shown.disconnect();
        reveal(root);
      });
      shown.observe(root.host);
    }
  };
  return {
    follow(href: string) {
      wanted = cellOf(href);
    },
    reveal,
  };
}
