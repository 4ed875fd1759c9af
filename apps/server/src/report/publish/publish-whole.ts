import { limits } from '@sheetwire/contract/limits';
import {
  assertBytes,
  assertControls,
  type ReadPage,
  type ReportInput,
  type ReportLimits,
  readPages,
} from '../clean-report.ts';
import type { Cleaner } from '../cleaner.ts';
import type { DiffPair } from '../compare/diff-page.ts';
import { compareBody, type RawDifference } from '../compare/raw-compare.ts';
import { indexBody, type RawIndex, type RawOffsets } from '../compare/raw-index.ts';
import { holdOn, isSameHeld, nothingHeld } from '../held/held-values.ts';
import { cutAside } from '../known-pages.ts';
import { refusing } from '../make-cleaner.ts';
import { isPacked } from '../packed/decode.ts';
import { PageState } from '../page-state.ts';
import { bytesOf, hasControls, type ReportState } from '../report-state.ts';
import { type AddresseesOf, addressed } from './addressed.ts';
import type { Computed } from './computed.ts';
import { applyEdits, type CellEdit } from './patch-cells.ts';
import type { WholePublish } from './publishes.ts';
import { assertStorable } from './storable.ts';

/** A whole report as it arrives: its sender and the unpacked body. */
interface Arrived {
  readonly sender: string;
  readonly body: Buffer;
}

/** A report that is not read yet, or whose bytes are where it is read. */
type Unread = Arrived & Pick<WholePublish, 'reading'>;

/** A report whose pages were read, with the offsets of their cells in its body. */
interface ArrivedRead extends Arrived, Omit<ReportInput, 'pages'> {
  readonly pages: readonly ReadPage[];
  readonly offsets: RawOffsets | undefined;
}

export interface WholeDeps {
  readonly cleaner: Cleaner;
  readonly limits: ReportLimits;
  /** Left out where nothing is kept of what is read. */
  readonly addresseesOf?: AddresseesOf;
}

interface Outcome {
  /** Undefined when nothing changed. */
  readonly step: Computed | undefined;
  readonly raw: RawIndex | undefined;
}

const PACKED = Buffer.from('"H4sI');

/** Whether a body is read on a thread before it is parsed: a long one, or one whose pages are packed as it seems. */
export function isThreadWork(body: Buffer): boolean {
  return body.length > limits.clean.inlineReport || body.includes(PACKED);
}

/**
 * Whether a parsed report is read on a thread after all: packed pages are as long as they please, and JSON has many
 * spellings of one, so that its bytes do not tell.
 */
function isPackedReport({ pages }: Pick<ReportInput, 'pages'>): boolean {
  return pages.some(({ html }) => isPacked(html));
}

/**
 * Works out what a published report changes by its bytes alone, when the body is the last one with other cells
 * (architecture, decision 5). Undefined when it takes more than that.
 */
export function publishByBytes(
  deps: WholeDeps,
  { before, raw, input }: { readonly before: ReportState; readonly raw: RawIndex; readonly input: Unread },
): Outcome | undefined {
  if (input.reading) return undefined;
  const found = compareBody(raw, input.body);
  return found && byBytes(deps, before, { ...found, sender: input.sender });
}

/** Works out what a published report changes by its content: a long body is read on a thread, within the turn of its topic. */
export async function publishContent(deps: WholeDeps, before: ReportState | undefined, input: WholePublish) {
  const content = input.reading || isThreadWork(input.body) ? undefined : input.parse();
  if (content && !isPackedReport(content)) {
    return { secrets: content, outcome: await publishByContent(deps, before, { ...input, content }) };
  }
  const { sender } = input;
  input.reading ??= deps.cleaner.readReport(input.body, deps.limits, sender);
  const read = await input.reading;
  const secrets = input.secretsOf(read.head);
  return { secrets, outcome: await publishRead(deps, before, { ...read, sender }) };
}

/** Works out what a published report changes by cleaning all of it and comparing page by page. */
export async function publishByContent(
  deps: WholeDeps,
  before: ReportState | undefined,
  { content, ...input }: Arrived & { readonly content: ReportInput },
): Promise<Outcome> {
  const pages = refusing(() => readPages(content, deps.limits));
  return publishRead(deps, before, { ...content, ...input, pages, offsets: indexBody(input.body, pages) });
}

/** As `publishByContent`, of a report whose pages were read. */
export async function publishRead(
  deps: WholeDeps,
  before: ReportState | undefined,
  input: ArrivedRead,
): Promise<Outcome> {
  const read = deps.addresseesOf ? await addressed(deps.addresseesOf, input.pages) : input.pages;
  const pages = read.map((page) => new PageState({ ...page, html: page.cut.html }, page.controls, page));
  assertControls(pages);
  const state = nextState(before, pages, { ...input, cleaner: deps.cleaner.version });
  // Values that are held outside of cells made other texts of their pages.
  await cutAside(deps.cleaner, state.pages, input.sender);
  assertBytes(bytesOf(state.pages), deps.limits.bytes);
  const step = await differenceTo(deps.cleaner, before, state);
  return { step, raw: input.offsets && { ...input.offsets, body: input.body } };
}

function byBytes(
  { cleaner, limits: { bytes } }: WholeDeps,
  before: ReportState,
  found: RawDifference & { readonly sender: string },
): Outcome {
  const edits = found.changes.map((change): CellEdit => {
    assertStorable(change.html);
    const { html, controls } = cleaner.cleanCell(change.html);
    return { page: change.page, n: change.cell, html, style: change.style, controls };
  });
  return { step: applyEdits(before, edits, { sender: found.sender, bytes }), raw: found.index };
}

/** The next content of a report from pages that are clean, with the values that it holds. */
export function nextState(
  before: ReportState | undefined,
  pages: PageState[],
  input: Omit<ReportInput, 'pages'> & Pick<ReportState, 'sender' | 'cleaner'>,
): ReportState {
  const holdControls = input.holdControls ?? before?.holdControls ?? false;
  const shown = holdOn(pages, holdControls ? (before?.held ?? nothingHeld) : nothingHeld);
  return {
    version: before?.version ?? 0,
    time: before?.time ?? 'no_time',
    sender: input.sender,
    pages: shown.pages,
    metadata: input.metadata ?? {},
    holdControls,
    held: shown.held,
    ownVersion: before?.ownVersion ?? 0,
    cleaner: input.cleaner,
  };
}

/** The page that is in memory already when nothing in it changed, so that its encoded form is kept. */
function kept(before: PageState | undefined, page: PageState): PageState {
  const isSame =
    before !== undefined &&
    before.name === page.name &&
    before.user === page.user &&
    before.bytes === page.bytes &&
    before.styles.length === page.styles.length &&
    before.styles.every((css, n) => css === page.styles[n]) &&
    before.html === page.html;
  return isSame ? before : page;
}

/** What leads from the version before to other pages; undefined when they show the same. */
export async function differenceTo(
  cleaner: Cleaner,
  before: ReportState | undefined,
  next: ReportState,
): Promise<Computed | undefined> {
  if (!before) return { state: next, ops: undefined };
  return difference(cleaner, before, { ...next, pages: next.pages.map((page, n) => kept(before.pages[n], page)) });
}

/** What leads from one content to another; undefined when nothing does. */
export async function difference(
  cleaner: Cleaner,
  before: ReportState,
  next: ReportState,
): Promise<Computed | undefined> {
  const sameNames =
    before.pages.length === next.pages.length &&
    before.pages.every((page, n) => page.name === next.pages[n]?.name && page.user === next.pages[n]?.user);
  const isWhole =
    !sameNames ||
    before.sender !== next.sender ||
    before.holdControls !== next.holdControls ||
    hasControls(before.pages) !== hasControls(next.pages) ||
    JSON.stringify(before.metadata) !== JSON.stringify(next.metadata);
  if (isWhole) return { state: next, ops: undefined };
  const pairs = next.pages.flatMap((page, n): DiffPair[] => {
    const old = before.pages[n];
    return !old || old === page ? [] : [{ page: n, from: bodyOf(old), to: bodyOf(page) }];
  });
  const ops = await cleaner.diffPages(pairs, next.sender);
  if (ops?.length === 0 && isSameHeld(before.held, next.held)) return undefined;
  return { state: next, ops };
}

function bodyOf({ html, styles }: PageState): DiffPair['from'] {
  return { html, styles };
}
