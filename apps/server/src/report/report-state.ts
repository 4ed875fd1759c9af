import type { Op } from '@sheetwire/contract/live';
import { onPage, opPage } from '@sheetwire/contract/ops';
import type { Addressee } from '@sheetwire/rules/addressee';
import { isMetadataPage } from '@sheetwire/rules/page-name';
import type { Page, StoredReport } from '#ports/report-log.ts';
import { type HeldValues, nothingHeld } from './held/held-values.ts';
import type { PageState } from './page-state.ts';

/** A report in memory: its newest version with its pages. */
export interface ReportState {
  readonly version: number;
  readonly time: string;
  readonly sender: string;
  readonly pages: readonly PageState[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly holdControls: boolean;
  /** Control values shown in place of those that were published (semantics 5). */
  readonly held: HeldValues;
  /** The newest version that its publisher made: later ones only show held values. */
  readonly ownVersion: number;
  /** The cleaner of the pages in the log: of another one only the whole report tells, and no step goes on from it. */
  readonly cleaner: number;
}

/** The form that the store keeps. */
export function storedForm(state: ReportState): StoredReport {
  const { version, time, sender, metadata, holdControls, cleaner } = state;
  const pages = state.pages.map((page) => page.snapshot());
  return { version, time, sender, pages, metadata, holdControls, cleaner };
}

/** The report with nothing to show (interfaces 4, publish/remove). */
export function emptied(state: ReportState): ReportState {
  return { ...state, pages: [], metadata: {}, holdControls: false, held: nothingHeld };
}

/** What decides who receives a page. */
type Addressed = Pick<Page, 'name' | 'user'>;

/** Page names are compared without regard to case (semantics 4). */
export function sameName(a: string, b: string): boolean {
  return a.toUpperCase() === b.toUpperCase();
}

/**
 * The numbers of the stored pages that a user receives, in the order they are shown: a private version in place of the
 * common page of its name, METADATA last. Nobody else's private page is ever among them (semantics 4, hasUserHtml).
 */
export function pagesFor(pages: readonly Addressed[], user: Addressee | null): number[] {
  const own = new Map<string, number>();
  pages.forEach((page, n) => {
    if (user !== null && page.user === user) own.set(page.name.toUpperCase(), n);
  });
  const shown: number[] = [];
  const seen = new Set<string>();
  for (const [n, page] of pages.entries()) {
    const name = page.name.toUpperCase();
    if (seen.has(name) || (page.user !== null && page.user !== user)) continue;
    seen.add(name);
    shown.push(own.get(name) ?? n);
  }
  const isMetadata = (n: number) => isMetadataPage(pages[n]?.name ?? '');
  return [...shown.filter((n) => !isMetadata(n)), ...shown.filter(isMetadata)];
}

/** True when the report holds a page addressed to this user. */
export function hasUserHtml(pages: readonly Addressed[], user: Addressee | null): boolean {
  return user !== null && pages.some((page) => page.user === user);
}

/**
 * A delta over stored pages as one user's pages number them; steps on pages that the user does not receive are left
 * out, and `ops` itself comes back when every stored page is shown in order.
 */
export function opsFor(ops: readonly Op[], shown: readonly number[], stored: number): readonly Op[] {
  if (shown.length === stored && shown.every((page, n) => page === n)) return ops;
  return ops.flatMap((op): Op[] => {
    const at = shown.indexOf(opPage(op));
    return at < 0 ? [] : [onPage(op, at)];
  });
}

/** True when some control stands on a page. */
export function hasControls(pages: readonly PageState[]): boolean {
  return pages.some((page) => page.controlCount > 0);
}

/** Bytes of all pages in UTF-8: the one count that the limit of a report is held against (interfaces 4, Limits). */
export function bytesOf(pages: readonly PageState[]): number {
  return pages.reduce((sum, page) => sum + page.bytes, 0);
}
