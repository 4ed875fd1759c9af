import { limits } from '@sheetwire/contract/limits';
import { PageModel } from '@sheetwire/page/model/page-model';
import type { RenderedPage } from './page-changes.ts';

/**
 * A page with the style numbers of the page before it: looks keep their number, new ones come behind them. A cell whose
 * look is new is then a changed cell for viewers, where a list numbered anew would change every cell (interfaces 7).
 */
export function withStableStyles(page: RenderedPage, before: RenderedPage | undefined): RenderedPage {
  if (!before || before.styles.every((css, n) => css === page.styles[n])) return page;
  const styles = [...new Set([...before.styles, ...page.styles])];
  const model = new PageModel(page);
  if (!model.hasCells || styles.length > limits.maxStyles) return page;
  const numbers = new Map(styles.map((css, n) => [css, n]));
  for (let n = 0; n < model.cellCount; n++) {
    const css = page.styles[model.cellStyle(n) ?? -1];
    const number = css === undefined ? undefined : numbers.get(css);
    if (number !== undefined) model.setCell(n, model.cell(n) ?? '', number);
  }
  return { ...page, styles, html: model.html };
}
