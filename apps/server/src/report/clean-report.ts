import { randomInt } from 'node:crypto';
import { limits } from '@sheetwire/contract/limits';
import type { PublishedPage } from '@sheetwire/contract/publish';
import { type CellNames, nameCells } from '@sheetwire/page/model/cell-names';
import { cutPage, type PageCut } from '@sheetwire/page/model/page-cut';
import { parseUser } from '@sheetwire/rules/principal';
import { bytesWords, cellsWords, pagesWords } from '#lib/limit-words.ts';
import { Refusal } from '#lib/refusal.ts';
import type { Page } from '#ports/report-log.ts';
import { cleanPage } from './clean/clean-page.ts';
import type { Control } from './clean/controls.ts';
import { cleanStyle } from './clean/css/css.ts';
import { CleanRefusal } from './clean/refusal.ts';
import { placeControls } from './held/placed-controls.ts';
import { decodePage } from './packed/decode.ts';

import type { PageState } from './page-state.ts';
import { assertStorable } from './publish/storable.ts';
import { sameName } from './report-state.ts';

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

/** A page as it was read: cleaned and cut, with its controls and the cells that hold them. Its text is that of the cut. */
export interface ReadPage extends Omit<Page, 'html'> {
  readonly controls: readonly Control[];
  readonly places: Int32Array;
  readonly cut: PageCut;
  readonly bytes: number;
  readonly names: CellNames;
}

/** Decodes, cleans, cuts and checks every page; throws the refusal of the catalogue and keeps nothing (interfaces 4). */
export function readPages({ pages, metadata = {} }: ReportInput, bounds: ReportLimits): ReadPage[] {
  if (pages.length > bounds.pages) throw new Refusal('too_large', { message: pagesWords(bounds.pages) });
  assertMetadata(metadata, bounds.metadataBytes);
  const left = { bytes: bounds.bytes + limits.publishOverhead, cells: bounds.cells, controls: limits.maxControls };
  const read = pages.map((page) => readPage(page, left, bounds));
  assertNames(read);
  return read;
}

/** What the pages behind may still have of what a report can have at most. */
interface Left {
  /** Of pages as they came: what cleaning takes away counts for nothing in the end. */
  bytes: number;
  cells: number;
  controls: number;
}

function readPage(page: PublishedPage, left: Left, bounds: ReportLimits): ReadPage {
  assertStorable(page.name);
  const published = decoded(page.html, left, bounds);
  left.bytes -= Buffer.byteLength(published);
  const { html, controls, cellCount } = cleanPage(published, { cells: bounds.cells });
  left.cells -= cellCount;
  if (left.cells < 0) throw new Refusal('too_large', { message: cellsWords(bounds.cells) });
  left.controls -= controls.length;
  if (left.controls < 0) throw tooManyControls();
  const cut = cutPage(html);
  return {
    name: page.name.trim(),
    user: userOf(page),
    styles: (page.styles ?? []).map(cleanStyle),
    controls,
    cut,
    ...{ places: placeControls(html, controls, cut), bytes: Buffer.byteLength(html), names: nameCells(cut, newSeed()) },
  };
}

/** What is left for a page is nobody's limit: the report's is named. */
function decoded(html: string, left: Left, { bytes }: ReportLimits): string {
  try {
    return decodePage(html, left.bytes);
  } catch (error) {
    if (error instanceof CleanRefusal && error.code === 'too_large') {
      throw new Refusal('too_large', { message: bytesWords(bytes) });
    }
    throw error;
  }
}

/** A seed that no publisher knows. */
export function newSeed(): number {
  return randomInt(MAX_SEED);
}

const MAX_SEED = 2 ** 31;

function userOf({ user: text }: PublishedPage): string | null {
  const user = text === undefined ? null : parseUser(text);
  if (user === undefined)
    throw new Refusal('malformed', { message: `"${text}" is not a user name; use ENTITY/user.name` });
  return user;
}

function assertMetadata(metadata: Readonly<Record<string, string>>, cap: number): void {
  const entries = Object.entries(metadata);
  for (const [name, text] of entries) {
    assertStorable(name);
    assertStorable(text);
  }
  const bytes = entries.reduce((sum, [name, text]) => sum + Buffer.byteLength(name) + Buffer.byteLength(text), 0);
  if (bytes > cap) throw new Refusal('too_large', { message: `Metadata can have at most ${cap} bytes` });
}

function assertNames(pages: readonly Pick<Page, 'name' | 'user'>[]): void {
  const seen = new Set<string>();
  for (const page of pages) {
    if (page.name === '') throw new Refusal('page_names_missing');
    if (page.name.length > MAX_PAGE_NAME) {
      throw new Refusal('page_names_missing', { message: `A page name can have at most ${MAX_PAGE_NAME} characters` });
    }
    const key = `${page.user ?? ''}\n${page.name.toUpperCase()}`;
    if (seen.has(key)) throw new Refusal('page_names_equal', { message: `Two pages are named "${page.name}"` });
    seen.add(key);
  }
}

function tooManyControls(): Refusal {
  return new Refusal('too_large', { message: `A report can have at most ${limits.maxControls} controls` });
}

/** Refuses a report of more bytes of pages than one may have: cleaned ones, whichever way they came. */
export function assertBytes(bytes: number, cap: number): void {
  if (bytes > cap) throw new Refusal('too_large', { message: bytesWords(cap) });
}

/**
 * Control names are unique within what any one viewer sees, without regard to case (interfaces 6), and a report has only
 * so many: each viewer sees the common pages, but for those that are its own.
 */
export function assertControls(pages: readonly PageState[]): void {
  const count = pages.reduce((sum, page) => sum + page.controlCount, 0);
  if (count === 0) return;
  if (count > limits.maxControls) throw tooManyControls();
  const byKey = new Map<string, PageState[]>();
  for (const page of pages) {
    for (const { name } of page.controls) {
      const key = name.toUpperCase();
      const known = byKey.get(key);
      if (known?.some((other) => areSeenTogether(other, page))) {
        throw new Refusal('control_names_equal', { message: `Two controls are named "${name}"` });
      }
      if (known) known.push(page);
      else byKey.set(key, [page]);
    }
  }
}

/** Whether some viewer receives both: a private page stands in place of the common one of its name. */
function areSeenTogether(one: PageState, other: PageState): boolean {
  if (one.user === other.user) return true;
  if (one.user !== null && other.user !== null) return false;
  return !sameName(one.name, other.name);
}
