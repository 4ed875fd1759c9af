import { limits } from '@sheetwire/contract/limits';
import { intersection } from '../address.ts';
import { type RuleKeeper, withRules } from '../conditional/apply-rules.ts';
import { ChartCells } from '../drawings/chart/cell-values.ts';
import { drawnRange } from '../drawings/place.ts';
import { PageEntries } from '../entries/page-entries.ts';
import { withFormulas } from '../formula/calculate.ts';
import { withLinks } from '../formula/links.ts';
import type { CellRange, NotShown, Workbook } from '../model.ts';
import type { PageSelection } from '../page-selection.ts';
import { PagePictures } from '../pictures/page-pictures.ts';
import type { PictureFile } from '../pictures/picture.ts';
import { resultsNotShown, resultWarnings, uncalculated } from '../read/calculated.ts';
import { PlacedSparklines } from '../sparklines/place-sparklines.ts';
import { lossWarnings, lostNotes, lostPrompts, lostThings, lostTitles, partWarnings, told } from '../told/left-out.ts';
import { quoted, WorkbookError } from '../workbook-error.ts';
import { type KeptTable, renderArea } from './area.ts';
import { linkPlaces, pageHash } from './links.ts';
import { Looks } from './looks.ts';
import { type Area, type PagePlan, planPages } from './page/page-list.ts';
import type { ReportJob, StylesBefore } from './page/report-job.ts';
import { PageText } from './page-text.ts';
import { renderBudget } from './render-budget.ts';
import { withSpill } from './spill.ts';
import { StyleList } from './style-list.ts';
import type { RowDraft } from './table/written-row.ts';
import { digitWidth } from './text-width.ts';
import { hasVisibleLook, usedRange } from './used-range.ts';

/** A page as it was written. */
export interface WrittenPage {
  readonly name: string;
  readonly text: PageText;
  readonly styles: string[];
}

export interface WrittenReport {
  readonly pages: WrittenPage[];
  /** What was left out, in plain sentences. */
  readonly warnings: string[];
  /** Formulas of the workbook have no result in the file, or one that may be old. */
  readonly lacksResults: boolean;
  readonly notShown: NotShown[];
  /** Formulas or rules looked at the clock. */
  readonly usesClock: boolean;
  readonly pictures: PictureFile[];
}

/** What a rendering depends on beside the workbook. */
export interface RenderMoment {
  /** What TODAY and NOW tell. */
  readonly now: Date;
  /** The report that pictures are files of; without one none are linked. */
  readonly topic?: string | undefined;
  /** Styles of the pages as they were written before. */
  readonly styles?: StylesBefore;
  readonly keeper?: RenderKeeper;
}

/** Told of what pages are written from, so that they go on with other values. */
export interface RenderKeeper {
  readonly rules: RuleKeeper;
  readonly report: (job: ReportJob) => void;
  readonly page: (name: string, styles: StyleList) => void;
  /** An area of the page, and what of it is shown. */
  readonly area: (area: Area, ranges: readonly CellRange[]) => void;
  /** A table of the area begins; answers who is told of its rows. */
  readonly table: (table: KeptTable) => (row: RowDraft) => void;
}

/** Renders the pages of a selection, and says what they leave out. */
export function renderSelection(
  given: Workbook,
  selection: PageSelection,
  { now, topic, styles = new Map(), keeper }: RenderMoment,
): WrittenReport {
  const calculated = withFormulas(given, now);
  const linked = withLinks(calculated.workbook, now);
  const { workbook, notShown: unruled, usesClock } = withRules(linked.workbook, now, keeper?.rules);
  const plans = planPages(workbook, selection);
  const [plain] = workbook.styles;
  if (!plain) throw new WorkbookError('The workbook has no cell styles: save it again in a spreadsheet program.');
  const budget = renderBudget();
  const isTold = told(plans, selection);
  const leftOut = [...unruled, ...linked.notShown].filter(({ sheet }) => isTold(sheet));
  const lacking = uncalculated(workbook).filter(({ sheet }) => isTold(quoted(sheet)));
  const entries = selection.takesEntries ? new PageEntries(workbook, selection.takesEntries) : undefined;
  const isVisible = workbook.styles.map(hasVisibleLook);
  const shape: SheetShape = { workbook, plain, isVisible, entries };
  const ranges = new Map(plans.flatMap(({ areas }) => areas.map((area) => [area, rangesOf(shape, area)])));
  const job: ReportJob = {
    workbook,
    plain,
    looks: new Looks(workbook.styles, plain, budget.looks),
    places: linkPlaces(workbook, plans, (area) => ranges.get(area) ?? []),
    ranges,
    warnings: [...workbook.warnings, ...partWarnings(leftOut), ...resultWarnings(lacking)],
    budget,
    styles,
    charts: { cells: new ChartCells(workbook), family: plain.font.name || 'Calibri' },
    sparklines: new PlacedSparklines(workbook),
    pictures: new PagePictures(workbook.pictures ?? new Map(), topic),
    entries,
    lostNotes: new Map(),
    untitled: new Set(),
    cellsLeft: limits.maxCells,
    lostLinks: 0,
    hasCutMerges: false,
  };
  keeper?.report(job);
  const pages = plans.map((plan) => renderPage(job, plan, keeper)).filter((page) => page !== undefined);
  if (pages.length === 0) pages.push(...emptyPages(job, plans));
  const lost = { links: job.lostLinks, hasCutMerges: job.hasCutMerges };
  const undrawn = undrawnThings(job);
  job.warnings.push(...lossWarnings(lost), ...partWarnings(undrawn));
  const notShown = [
    ...(workbook.notShown ?? []).filter(({ sheet }) => isTold(sheet)),
    ...leftOut,
    ...resultsNotShown(lacking),
    ...undrawn,
    ...lostThings(lost),
  ];
  return {
    pages,
    warnings: job.warnings,
    lacksResults: lacking.length > 0,
    notShown,
    usesClock: usesClock || linked.usesClock || calculated.usesClock,
    pictures: job.pictures.used,
  };
}

function undrawnThings(job: ReportJob): NotShown[] {
  const { sparklines, pictures, entries, ranges } = job;
  const sheets = new Set(Array.from(ranges.keys(), ({ sheet }) => sheet));
  const drawn = [...sparklines.notShown, ...pictures.notShown, ...(entries?.notShown ?? lostPrompts(sheets))];
  return [...drawn, ...lostNotes(job.lostNotes), ...lostTitles(job.untitled)];
}

function renderPage(job: ReportJob, plan: PagePlan, keeper: RenderKeeper | undefined): WrittenPage | undefined {
  const styles = new StyleList(job.budget.text, job.styles.get(plan.name));
  const text = new PageText();
  keeper?.page(plan.name, styles);
  for (const area of plan.areas) {
    const isWhole = !area.range && area.sheet.printAreas.length === 0;
    const ranges = job.ranges.get(area) ?? [];
    keeper?.area(area, ranges);
    const place = { isWhole, styles, text, hash: pageHash(plan.name), onTable: keeper?.table };
    for (const range of ranges) renderArea(job, area.sheet, { range, ...place });
  }
  if (!text.isEmpty) {
    job.budget.pages.spend(1);
    return { name: plan.name, text, styles: styles.list };
  }
  const isShown = plan.isAsked && plan.areas.length > 0;
  job.warnings.push(`${quoted(plan.name)} has no visible cells and is ${isShown ? 'empty' : 'skipped'}.`);
  return isShown ? emptyPage(job, plan.name) : undefined;
}

/** Pages for a workbook of empty sheets, so that what is filled in later has its place. */
function emptyPages(job: ReportJob, plans: readonly PagePlan[]): WrittenPage[] {
  const [first] = plans;
  if (!first) throw new WorkbookError('Every sheet of the workbook is hidden: unhide one to publish it.');
  job.warnings.push(`${quoted(first.name)} was published empty.`);
  return [emptyPage(job, first.name)];
}

function emptyPage({ budget }: ReportJob, name: string): WrittenPage {
  const text = new PageText();
  text.write('<table><tbody><tr><td data-cell="A1"></td></tr></tbody></table>', budget.text);
  return { name, text, styles: [] };
}

/** What the extent of a sheet depends on. */
interface SheetShape extends Pick<ReportJob, 'workbook' | 'plain' | 'entries'> {
  /** Whether each look is seen in a blank cell. */
  readonly isVisible: readonly boolean[];
}

/** The asked range, else the print areas, else what is used; whole rows and columns end where the sheet does. */
export function rangesOf({ workbook, plain, isVisible, entries }: SheetShape, { sheet, range }: Area): CellRange[] {
  const used = usedRange(sheet, isVisible, entries?.rangesOf(sheet));
  const asked = range ? [range] : sheet.printAreas;
  if (asked.length === 0) {
    const spilled = used && withSpill(sheet, used, workbook.styles, digitWidth(plain.font));
    const cells = used && spilled && cellsIn(spilled) > spillMost ? used : spilled;
    const drawn = drawnRange(sheet, cells, plain.font);
    return drawn ? [drawn] : [];
  }
  return asked.flatMap((one) => {
    const isOpen = one.bottom - one.top >= openRows || one.right - one.left >= openColumns;
    const found = isOpen && used ? intersection(one, used) : one;
    return found && (!isOpen || used) ? [found] : [];
  });
}

/** In a larger sheet the columns that only overflowing text would fill are left out. */
const spillMost = 50_000;

function cellsIn({ top, bottom, left, right }: CellRange): number {
  return (bottom - top + 1) * (right - left + 1);
}

const openRows = 1_000_000;
const openColumns = 16_000;
