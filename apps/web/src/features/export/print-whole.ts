import { gridCss } from '@sheetwire/page/grid-css';
import { drawingOf } from '@sheetwire/page/page-drawing';
import { measureColumns } from '#features/report-document/measure-columns.ts';
import { PageView } from '#features/report-document/page-view.ts';
import type { DocumentPage } from '#features/report-document/shown-document.ts';
import { fitHosts } from './print-fit.ts';

/** Prints all pages of a report, each from a sheet of its own; their copies are gone when the browser has them. */
export function printWhole(pages: readonly DocumentPage[]): void {
  document.getElementById('printed')?.remove();
  const place = document.createElement('div');
  place.id = 'printed';
  place.inert = true;
  document.body.append(place);
  const hosts = pages.map((page) => addPage(place, page));
  const undo = fitHosts(hosts);
  addEventListener(
    'afterprint',
    () => {
      undo();
      place.remove();
    },
    { once: true },
  );
  print();
}

function addPage(place: HTMLElement, page: DocumentPage): HTMLElement {
  const name = document.createElement('h2');
  name.textContent = page.name;
  const host = document.createElement('div');
  host.className = 'sheet';
  const section = document.createElement('section');
  section.append(name, host);
  place.append(section);
  const root = host.attachShadow({ mode: 'open' });
  const view = PageView.draw(drawingOf(page, { label: page.name }), page.styles);
  const base = new CSSStyleSheet();
  base.replaceSync(gridCss);
  root.adoptedStyleSheets = [base, view.styles.sheet];
  root.append(view.element);
  if (view.isUnmeasured) measureColumns(view.element);
  return host;
}
