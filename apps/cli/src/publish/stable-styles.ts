import { limits } from '@sheetwire/contract/limits';
import { cellStyle, joinCells, splitCells, withCellStyle } from '@sheetwire/page/cells';
import type { RenderedPage } from './page-changes.ts';

/**
 * A page with the style numbers of the page before it: looks keep their number, new ones come behind them. A cell whose
 * look is new is then a changed cell for viewers, where a list numbered anew would change every cell (interfaces 7).
 */
export function withStableStyles(page: RenderedPage, before: RenderedPage | undefined): RenderedPage {
  if (!before || before.styles.every((css, n) => css === page.styles[n])) return page;
  const styles = [...new Set([...before.styles, ...page.styles])];
  const cut = splitCells(page.html);
  if (!cut || styles.length > limits.maxStyles) return page;
  const numbers = new Map(styles.map((css, n) => [css, n]));
  const literals = cut.literals.map((literal) => {
    const css = page.styles[cellStyle(literal) ?? -1];
    const number = css === undefined ? undefined : numbers.get(css);
    return number === undefined ? literal : withCellStyle(literal, number);
  });
  return { ...page, styles, html: joinCells({ literals, cells: cut.cells }) };
}
