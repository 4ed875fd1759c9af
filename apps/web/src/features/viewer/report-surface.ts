import type { Op } from '@sheetwire/contract/live';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { showAlert } from '#features/alerts/alerts.ts';
import type { SurfaceWatch } from '#features/last-looked/looks.ts';
import { ReportDocument } from '#features/report-document/report-document.ts';
import type { Figure, ShownContent, ShownDocument } from '#features/report-document/shown-document.ts';
import type { ShownReport } from '#features/viewer-ports.ts';
import { errorText } from '#lib/api.ts';
import type { Clock } from '#lib/clock.ts';
import { loadChunk } from '#lib/load-chunk.ts';
import { type LocalStore, localKeys } from '#lib/local-store.ts';
import { inAppAddress } from './links.ts';
import type { PageSurface } from './report-view.ts';
import type { SlowReports } from './slow-reports.ts';
import { wantedCell } from './wanted-cell.ts';

export interface Surface {
  readonly surface: PageSurface;
  /** The element that holds the report; the shell brings one, with its first page when it could send it. */
  readonly host: HTMLElement;
  /** The topic whose first page the shell brought; undefined when it brought none. */
  readonly earlyTopic: string | undefined;
  /** What of the report may be taken along. */
  readonly content: ShownContent;
  /** A reader would see nothing of the page that is drawn. */
  readonly isBlank: StoreApi<boolean>;
  /** Writes what waited for a control that was let go. */
  settle(): void;
}

/** What the report's document asks of its controls, and tells them. */
export interface SurfaceControls {
  isHeld(control: HTMLElement): boolean;
  onDeferred(held: HTMLElement, fresh: HTMLElement): void;
  onTaken(control: HTMLElement, isDisabled: boolean): void;
  noteControls(): void;
  /** What is drawn from here on may be used by this reader, or not. */
  drawFor(report: ShownReport): void;
}

export interface SurfaceDeps {
  readonly controls: SurfaceControls;
  readonly watch: SurfaceWatch;
  readonly slow: SlowReports;
  readonly clock: Clock;
  readonly store: LocalStore;
  readonly mayFlash: () => boolean;
  readonly openInApp: (address: string) => void;
  /** Where the portal says whether what is copied was published (time 6); one figure alone is named in it. */
  readonly verifyAt: (figure?: Figure) => string | undefined;
  readonly onFault: (text: string) => void;
}

/** The report document as the viewer uses it. */
export function makeSurface({ clock, store, controls, watch, slow, openInApp, ...more }: SurfaceDeps): Surface {
  const host = document.getElementById('report') ?? newHost();
  host.setAttribute('role', 'tabpanel');
  host.tabIndex = 0;
  const early = host.shadowRoot?.querySelector<HTMLElement>('.page[data-topic]');
  const earlyTopic = early?.dataset.topic;
  const wanted = wantedCell(location.hash);
  const pages = new ReportDocument(host, {
    clock,
    ...more,
    isHeld: (control) => controls.isHeld(control),
    onDeferred: (held, fresh) => controls.onDeferred(held, fresh),
    onTaken: (control, isDisabled) => controls.onTaken(control, isDisabled),
    ...{ onDraw: whenPageDrawn(watch, host, store), onCaughtUp: () => look() },
    wholeTable: {
      get: () => store.read(localKeys.wholeTable) === 'true',
      set: (isOn) => store.write(localKeys.wholeTable, String(isOn)),
    },
    onLink(href, event) {
      const address = inAppAddress(clickOf(href, event), location.href);
      if (address === undefined) return;
      event.preventDefault();
      wanted.follow(href);
      openInApp(address);
    },
  });
  const isBlank = createStore<boolean>(() => false);
  const look = () => isBlank.setState(pages.isBlank);
  awaitTables(pages.root);
  const draw = (drawing: () => void) => {
    drawing();
    look();
    wanted.reveal(pages.root);
  };
  const surface: PageSurface = {
    show(report, page) {
      controls.drawFor(report);
      // What was looked at is kept before it goes.
      if (report.shownAt) watch.left();
      slow.draw(report.topic, () => draw(() => pages.show(shownDocument(report), page)));
      watch.shown(report);
    },
    goTo: (page) => slow.drawMore(() => draw(() => pages.showPage(page))),
    apply(ops: readonly Op[]) {
      const isApplied = pages.apply(ops);
      if (ops.some(bringsControls)) controls.noteControls();
      watch.applied(ops);
      if (isApplied) look();
      return isApplied;
    },
    clear() {
      watch.left();
      slow.clear();
      pages.clear();
    },
  };
  // What old browsers draw by may come after the report.
  void pages.ready.then(look);
  return { surface, host, earlyTopic, content: pages, isBlank, settle: () => pages.settle() };
}

/** What collapses and expands groups comes with a page that has some. */
function whenPageDrawn(watch: SurfaceWatch, host: HTMLElement, store: LocalStore) {
  return (page: HTMLElement, number: number) => {
    watch.drawn(page, number);
    if (!page.querySelector('[data-outline]')) return;
    loadChunk(() => import('#features/outline/outline.ts')).then(
      ({ showOutline }) => page.isConnected && showOutline(page, host, store),
      () => undefined, // The line was gone: the groups stay as in the file.
    );
  };
}

/** What opens the numbers of charts comes with the first pointer or focus on one; an earlier press waits for it. */
function awaitTables(root: ShadowRoot): void {
  const events = new AbortController();
  let isAsked = false;
  /** The drawing whose numbers were asked for: it may be drawn anew meanwhile. */
  let pressed: string | null | undefined;
  const onReach = (event: Event) => {
    const drawing = event.target instanceof Element && event.target.closest('[data-drawing]');
    if (!drawing) return;
    if (event.type === 'click' && event.target.closest('[data-table] > summary')) {
      event.preventDefault();
      pressed = drawing.getAttribute('data-drawing');
    }
    if (isAsked) return;
    isAsked = true;
    loadChunk(() => import('#features/chart-table/chart-tables.tsx'))
      .then(({ openTables }) => {
        openTables(root);
        const place = `[data-drawing="${CSS.escape(pressed ?? '')}"] > [data-table] > summary`;
        root.querySelector<HTMLElement>(place)?.click();
      })
      .catch((error: unknown) => {
        if (pressed !== undefined) showAlert(errorText(error));
        awaitTables(root); // The line was gone: the next pointer asks again.
      })
      .finally(() => events.abort());
  };
  for (const kind of ['pointerover', 'focusin', 'click'])
    root.addEventListener(kind, onReach, { signal: events.signal });
}

function bringsControls(op: Op): boolean {
  return op.some((part) => typeof part === 'string' && part.includes('data-control="'));
}

function shownDocument({ topic, shownDate, pageNames, pages, styles }: ShownReport): ShownDocument {
  return {
    key: shownDate === null ? topic : `${topic}.${shownDate}`,
    label: topic,
    pages: pages.map((html, n) => ({ name: pageNames[n] ?? '', html, styles: styles[n] ?? [] })),
  };
}

function clickOf(href: string, event: MouseEvent) {
  const link = event.composedPath().find((element) => element instanceof HTMLAnchorElement);
  const hasModifier = event.ctrlKey || event.shiftKey || event.altKey || event.metaKey;
  return { href, target: link?.target ?? '', button: event.button, hasModifier };
}

function newHost(): HTMLElement {
  const host = document.createElement('div');
  host.id = 'report';
  host.className = 'sheet';
  host.dataset.testid = 'report';
  return host;
}
