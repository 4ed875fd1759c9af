import { overlay } from '#features/palette/overlay.ts';
import { ChartTableDialog } from './chart-table-dialog.tsx';

/** The way to a chart's numbers: in its corner while the pointer or the focus is on it, always where nothing hovers. */
const look = `
  [data-table] > summary {
    position: absolute; inset-block-start: 4px; inset-inline-end: 4px; z-index: 1; list-style: none; cursor: pointer; height: auto !important;
    padding: 2px 8px; border: 1px solid var(--line-3, GrayText); border-radius: var(--radius-inner, 4px);
    background: var(--surface-1, Canvas); color: var(--ink-1, CanvasText);
    font: var(--medium, 500) var(--text-s, 13px)/var(--line-s, 20px) var(--font, system-ui);
  }
  [data-table] > summary::after { content: "Show as table" }
  [data-drawing]:is(:hover, :focus-within) > [data-table] > summary { opacity: 1 !important }
  [data-table] > summary:focus-visible { outline: var(--ring, 2px) solid var(--accent, Highlight); outline-offset: 1px }
  @media (hover: none) { [data-table] > summary { opacity: 1 !important; padding: 10px 12px; inset-inline: 4px auto } }
  @media print { [data-table] { display: none } }
`;

const summaryOf = '[data-table] > summary';

/** Lets readers open the numbers of the charts of a report. */
export function openTables(root: ShadowRoot): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(look);
  // Another page is drawn with its own sheets alone.
  const adopt = () => {
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  };
  adopt();
  for (const kind of ['pointerover', 'focusin']) root.addEventListener(kind, adopt);
  root.addEventListener('click', (event) => {
    const summary = event.target instanceof Element ? event.target.closest(summaryOf) : null;
    const drawing = summary?.closest('[data-drawing]')?.getAttribute('data-drawing');
    if (drawing === null || drawing === undefined) return;
    // It opens over the report, not within it.
    event.preventDefault();
    const find = () => root.querySelector(`[data-drawing="${CSS.escape(drawing)}"] > [data-table]`);
    overlay.setState({
      Shown: ({ onClose }) => <ChartTableDialog root={root} find={find} onClose={onClose} />,
    });
  });
}
