import type { PublishedPage } from '@sheetwire/contract/publish';
import { parseUser } from '@sheetwire/rules/principal';
import { Refusal } from '#lib/refusal.ts';
import type { CleanedPage, Cleaner } from './cleaner.ts';
import { PageState } from './page-state.ts';
import { pagesFor } from './report-state.ts';
import { assertStorable } from './storable.ts';

/** Bounds of one report; settings may change them (interfaces 2). */
export interface ReportLimits {
  /** Bytes of all pages, unpacked. */
  readonly bytes: number;
  readonly pages: number;
  readonly cells: number;
  readonly metadataBytes: number;
}

/** A report as it came in, not trusted yet. */
export interface ReportInput {
  readonly pages: readonly PublishedPage[];
  readonly metadata: Readonly<Record<string, string>> | undefined;
  readonly holdControls: boolean | undefined;
}

const MAX_PAGE_NAME = 200;

/** Decodes, cleans and checks every page; throws the refusal of the catalogue and keeps nothing (interfaces 4). */
export async function cleanReport(cleaner: Cleaner, input: ReportInput, limits: ReportLimits): Promise<PageState[]> {
  if (input.pages.length > limits.pages)
    throw new Refusal('too_large', { message: `A report has at most ${limits.pages} pages` });
  assertMetadata(input.metadata ?? {}, limits.metadataBytes);
  const decoded = decodePages(cleaner, input.pages, limits.bytes);
  const pages: PageState[] = [];
  let cells = 0;
  for (const { page, html } of decoded) {
    const cleaned = await cleaner.cleanPage(html);
    cells += cleaned.cellCount;
    if (cells > limits.cells) throw new Refusal('too_large', { message: `A report has at most ${limits.cells} cells` });
    pages.push(pageState(cleaner, page, cleaned));
  }
  assertNames(pages);
  assertControls(pages);
  return pages;
}

interface DecodedPage {
  readonly page: PublishedPage;
  readonly html: string;
}

function decodePages(cleaner: Cleaner, pages: readonly PublishedPage[], cap: number): DecodedPage[] {
  let left = cap;
  return pages.map((page) => {
    assertStorable(page.name);
    const html = cleaner.decode(page.html, left);
    assertStorable(html);
    left -= Buffer.byteLength(html);
    if (left < 0) throw new Refusal('too_large', { message: `A report has at most ${cap} bytes of pages` });
    return { page, html };
  });
}

function pageState(cleaner: Cleaner, page: PublishedPage, cleaned: CleanedPage): PageState {
  const user = page.user === undefined ? null : parseUser(page.user);
  if (user === undefined)
    throw new Refusal('malformed', { message: `"${page.user}" is not a user; write ENTITY/user.name` });
  const styles = (page.styles ?? []).map((css) => cleaner.cleanStyle(css));
  return new PageState({ name: page.name.trim(), user, html: cleaned.html, styles }, cleaned.controls);
}

function assertMetadata(metadata: Readonly<Record<string, string>>, cap: number): void {
  const entries = Object.entries(metadata);
  for (const [name, text] of entries) {
    assertStorable(name);
    assertStorable(text);
  }
  const bytes = entries.reduce((sum, [name, text]) => sum + Buffer.byteLength(name) + Buffer.byteLength(text), 0);
  if (bytes > cap) throw new Refusal('too_large', { message: `Metadata holds at most ${cap} bytes` });
}

function assertNames(pages: readonly PageState[]): void {
  const seen = new Set<string>();
  for (const page of pages) {
    if (page.name === '') throw new Refusal('page_names_missing');
    if (page.name.length > MAX_PAGE_NAME) {
      throw new Refusal('page_names_missing', { message: `A page's name has at most ${MAX_PAGE_NAME} characters` });
    }
    const key = `${page.user ?? ''}\n${page.name.toUpperCase()}`;
    if (seen.has(key)) throw new Refusal('page_names_equal', { message: `Two pages are named "${page.name}"` });
    seen.add(key);
  }
}

/** Control names are unique within what any one viewer sees, without regard to case (interfaces 6). */
export function assertControls(pages: readonly PageState[]): void {
  if (pages.every((page) => page.controls.length === 0)) return;
  const viewers = new Set([null, ...pages.map((page) => page.user)]);
  for (const viewer of viewers) {
    const seen = new Set<string>();
    const user = viewer === null ? null : (parseUser(viewer) ?? null);
    for (const control of pagesFor(pages, user).flatMap((n) => pages[n]?.controls ?? [])) {
      const name = control.name.toUpperCase();
      if (seen.has(name))
        throw new Refusal('control_names_equal', { message: `Two controls are named "${control.name}"` });
      seen.add(name);
    }
  }
}
