import { TestClock } from '@sheetwire/client/test-clock';
import type { Op } from '@sheetwire/contract/live';
import { applyOps, type PageBody } from '@sheetwire/page/ops';
import { drawingOf } from '@sheetwire/page/page-drawing';
import { pageClock } from '#lib/clock.ts';
import { OWN_CELLS } from '../cell-index.ts';
import { insertByLibrary } from '../insert-html.ts';
import { CellsOutOfView } from '../out-of-view/cells-out-of-view.ts';
import type { WaitOptions } from '../out-of-view/wait-options.ts';
import { ReportDocument } from '../report-document.ts';
import type { ReportDocumentOptions, ShownDocument } from '../shown-document.ts';
import { chance, randomOps, randomPage } from './random-versions.ts';

/** The page that browser tests and measurements drive; no part of the portal. */
function createDocument(host: HTMLElement, options: Partial<ReportDocumentOptions> = {}): ReportDocument {
  return new ReportDocument(host, { clock: pageClock, ...options });
}

function report(body: PageBody): ShownDocument {
  return { key: 'DEMO/DESK/DAILY', label: 'DESK/DAILY', pages: [{ name: 'Positions', ...body }] };
}

/** What a reader sees of a page: every cell's text, style number, place in the grid and block kind. */
function visible(document: ReportDocument): string {
  const page = document.page;
  if (!page) return '';
  return [...page.querySelectorAll('tr')]
    .map((row) => {
      const cells = [...row.querySelectorAll(':is(td, th)')].map((cell) => {
        const style = cell.getAttribute('style')?.replace(/;--w.*/, '') ?? '';
        const place = row.parentElement?.classList.contains('m') ? '' : style;
        return `${cell.localName}.${cell.className}|${place}|${cell.getAttribute('data-s')}|${cell.getAttribute('role')}|${cell.innerHTML}`;
      });
      return `${row.getAttribute('aria-rowindex')}:${cells.join(',')}`;
    })
    .join('\n');
}

/** Cells out of view wait from here on, and no hand rests unless the test's clock says so. */
function letWait(live: ReportDocument, options: Partial<WaitOptions> = {}): void {
  live.letWait((page) => new CellsOutOfView(page, { mayWait: () => true, ...options }));
}

function cellsOf(document: ReportDocument): Element[] {
  return [...(document.page?.querySelectorAll(OWN_CELLS) ?? [])];
}

/** Now and then, rows that come and go again, with a text for one of their cells in between: the page is what it was. */
function vainOps({ html }: PageBody, below: (limit: number) => number): Op[] {
  if (below(3) > 0) return [];
  const rows = html.match(/<tr[\s\S]*?<\/tr>/g) ?? [];
  const at = below(rows.length + 1);
  const before =
    rows
      .slice(0, at)
      .join('')
      .split(/<t[dh][ >]/).length - 1;
  const row = rows.filter((one) => /<t[dh]/.test(one))[below(rows.length)] ?? '<tr><td>vain</td></tr>';
  return [
    [0, 'r', at, 0, row + row],
    [0, 'c', before, 'vain'],
    [0, 'r', at, 2, ''],
  ];
}

/**
 * Random versions as deltas whose cells wait out of view; now and then what is in view, and then the whole, is compared
 * with a document that fetched the version. Nothing waits in vain: the answer says how often something did.
 */
async function waitingVersions(count: number, seed: number): Promise<{ waited: number; fault: string | undefined }> {
  const [below, vainly] = [chance(seed), chance(-seed)];
  const [host, other] = [box(), box()];
  const live = createDocument(host, { clock: new TestClock() });
  await live.ready;
  let body: PageBody = { html: randomPage(below), styles: ['color:red', 'font-weight:bold', ''] };
  live.show(report(body), 0);
  letWait(live, { atOnce: 0 });
  let waited = 0;
  for (let n = 0; n < count; n++) {
    const ops: Op[] = randomOps(body, below);
    body = applyOps([body], ops)[0] ?? body;
    ops.push(...vainOps(body, vainly));
    // As if the page were a large one.
    host.removeAttribute('data-whole');
    if (!live.apply(ops)) return { waited, fault: `seed ${seed}, version ${n}: refused` };
    if (below(3) === 0) {
      host.scrollTop = below(4000);
      await frames(2);
    }
    if (below(4) > 0) continue;
    const found = await compareWaiting({ live, host }, body, other);
    waited += found.waited;
    if (found.fault) return { waited, fault: `seed ${seed}, version ${n}: ${found.fault}` };
  }
  live.close();
  host.remove();
  other.remove();
  return { waited, fault: undefined };
}

async function compareWaiting(
  { live, host }: { live: ReportDocument; host: HTMLElement },
  body: PageBody,
  other: HTMLElement,
) {
  const fetched = createDocument(other);
  await fetched.ready;
  fetched.show(report(body), 0);
  const now = cellsOf(fetched);
  const frame = host.getBoundingClientRect();
  const stale = cellsOf(live).filter((cell, n) => cell.innerHTML !== now[n]?.innerHTML);
  const seen = stale.find((cell) => {
    const { top, bottom } = cell.getBoundingClientRect();
    return bottom > frame.top && top < frame.bottom;
  });
  const wire = live.toWire() === body.html ? '' : firstDifference(live.toWire(), body.html);
  const [mine, theirs] = [visible(live), visible(fetched)];
  fetched.close();
  const fault = seen
    ? `in view ${seen.outerHTML}`
    : wire || (mine === theirs ? undefined : firstDifference(mine, theirs));
  return { waited: stale.length, fault };
}

/** Random versions as deltas; each is compared with a document that fetched it. */
async function randomVersions(count: number, seed: number): Promise<{ compared: number; fault: string | undefined }> {
  const below = chance(seed);
  const host = box();
  const other = box();
  const live = createDocument(host);
  await live.ready;
  let body: PageBody = { html: randomPage(below), styles: ['color:red', 'font-weight:bold', ''] };
  live.show(report(body), 0);
  for (let n = 0; n < count; n++) {
    const ops: Op[] = randomOps(body, below);
    body = applyOps([body], ops)[0] ?? body;
    const fault = await compare(live, { body, ops, other });
    if (fault) return { compared: n, fault: `seed ${seed}, version ${n}: ${fault}` };
  }
  live.close();
  host.remove();
  other.remove();
  return { compared: count, fault: undefined };
}

async function compare(live: ReportDocument, next: { body: PageBody; ops: Op[]; other: HTMLElement }) {
  const { body, ops, other } = next;
  if (!live.apply(ops)) return `refused ${JSON.stringify(ops).slice(0, 300)}`;
  if (live.toWire() !== body.html)
    return `wire ${JSON.stringify(ops).slice(0, 300)}\n${firstDifference(live.toWire(), body.html)}`;
  const fetched = createDocument(other);
  await fetched.ready;
  fetched.show(report(body), 0);
  const [mine, theirs] = [visible(live), visible(fetched)];
  fetched.close();
  return mine === theirs ? undefined : `visible ${JSON.stringify(ops).slice(0, 300)}\n${firstDifference(mine, theirs)}`;
}

function firstDifference(left: string, right: string): string {
  let n = 0;
  while (n < left.length && left[n] === right[n]) n++;
  return `${left.slice(Math.max(0, n - 120), n + 120)}\n<> ${right.slice(Math.max(0, n - 120), n + 120)}`;
}

/** A box for a report, as the viewer gives it. */
function box(style = 'position:relative;width:900px;height:500px'): HTMLElement {
  const host = document.createElement('div');
  host.setAttribute('style', style);
  host.setAttribute('data-testid', 'report');
  document.body.append(host);
  return host;
}

/** A sheet of one size: head frozen, first column frozen, numbers. */
function sheet(rows: number, columns: number, attributes = 'data-freeze="1,1"'): string {
  const cell = (r: number, c: number) =>
    c === 0
      ? `<th data-cell="R${r}C0">Row ${r}</th>`
      : `<td data-cell="R${r}C${c}" data-num="">${(r * 31 + c * 7) % 1000}.${c % 10}</td>`;
  const head = Array.from({ length: columns }, (_, c) => `<th data-cell="H${c}">Head ${c}</th>`).join('');
  const lines = Array.from(
    { length: rows },
    (_, r) => `<tr>${Array.from({ length: columns }, (_, c) => cell(r, c)).join('')}</tr>`,
  );
  const cols = '<col style="width:90px">'.repeat(columns);
  return `<table ${attributes}><colgroup>${cols}</colgroup><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

/** The drawing of a page as `inParts` takes it. */
function cutDrawing(body: PageBody, cells: number) {
  const drawing = drawingOf(body, { label: '', cellsAtOnce: { measured: cells, unmeasured: cells } });
  return () => drawing;
}

/** Shows a page and waits until it is drawn. */
async function shown(body: PageBody, options: Partial<ReportDocumentOptions> = {}, style?: string) {
  const host = box(style);
  const live = createDocument(host, options);
  await live.ready;
  live.show(report(body), 0);
  await frames(2);
  // What marks and copies is loaded later.
  await live.copied([]);
  return { host, live };
}

function frames(count: number): Promise<void> {
  return new Promise((resolve) => {
    const next = (left: number) => (left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1)));
    next(count);
  });
}

/** What the copy key would put on the clipboard. */
function copied(): { text: string; html: string; isOurs: boolean } {
  const data = new DataTransfer();
  const event = new ClipboardEvent('copy', { clipboardData: data, cancelable: true });
  document.dispatchEvent(event);
  return { text: data.getData('text/plain'), html: data.getData('text/html'), isOurs: event.defaultPrevented };
}

Object.assign(globalThis, {
  harness: {
    createDocument,
    report,
    randomVersions,
    waitingVersions,
    letWait,
    CellsOutOfView,
    box,
    sheet,
    cutDrawing,
    shown,
    frames,
    copied,
    insertByLibrary,
    visible,
    applyOps,
    TestClock,
  },
});
