import { readWorkbook } from '../publish-pages.ts';
import { textOf } from '../render/page-text.ts';
import { type RenderKeeper, renderSelection } from '../render/selection.ts';

const ignore = () => undefined;
/** Asks for the rows one by one, so that each cell is written the usual way. */
const keeper: RenderKeeper = {
  rules: { begin: ignore, sheet: ignore, dressed: ignore, rule: ignore, fault: ignore },
  report: ignore,
  page: ignore,
  area: ignore,
  table: () => ignore,
};

/** What a workbook is rendered to, with plain cells written straight and with all cells written the usual way. */
export async function pagesOf(bytes: Uint8Array) {
  const workbook = await readWorkbook(bytes);
  const moment = { now: new Date(2026, 10, 23), topic: 'A/B/C' };
  const [straight, usual] = [{}, { keeper }].map((more) => {
    const { pages, ...facts } = renderSelection(workbook, {}, { ...moment, ...more });
    return { ...facts, pages: pages.map(({ text, ...page }) => ({ ...page, html: textOf(text.chunks()) })) };
  });
  return { straight, usual };
}
