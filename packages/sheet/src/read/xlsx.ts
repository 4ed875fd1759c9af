import { limits } from '@sheetwire/contract/limits';
import { lastColumn } from '../address.ts';
import { drawnSheet } from '../drawings/drawn-sheet.ts';
import { type FoundDrawings, readDrawings } from '../drawings/read-drawings.ts';
import { readTree } from '../drawings/xml-tree.ts';
import { checkboxKinds, checkboxStyles } from '../entries/checkbox-styles.ts';
import type { CellRange, DefinedName, Sheet, SheetLink, SheetTable, Workbook } from '../model.ts';
import type { CellNote } from '../notes/note.ts';
import { readNotes, readPersons } from '../notes/read-notes.ts';
import type { RowSpan } from '../outline/layout.ts';
import { readRichValues } from '../pictures/cell-pictures.ts';
import { PictureShelf } from '../pictures/picture-shelf.ts';
import type { ReadLimits } from '../read-limits.ts';
import { parseReferences } from '../reference.ts';
import { WorkbookError } from '../workbook-error.ts';
import { isOf2007 } from './app-version.ts';
import { settled } from './calculated.ts';
import type { SharedState } from './cells/sheet-cells.ts';
import { legacyPalette } from './color.ts';
import { LeftOut } from './left-out.ts';
import { countLegacyControls } from './legacy-controls.ts';
import { type Relation, readRelations, relatedPart } from './package-parts.ts';
import { bytesOf, type ReadBudget, readBudget, spendMemory } from './read-budget.ts';
import { readSharedStrings, TextReader } from './shared-strings.ts';
import { type LinkDraft, readSheet, type SheetContent } from './sheet.ts';
import { plainStyle, readStyles, type Styles } from './styles.ts';
import { readTable } from './table-part.ts';
import { officeTheme, readTheme, type Theme } from './theme.ts';
import { type NameDraft, readWorkbookPart, type SheetEntry, type WorkbookPart } from './workbook-part.ts';
import { openZip, type ZipParts } from './zip.ts';

interface Book {
  readonly zip: ZipParts;
  readonly part: WorkbookPart;
  readonly relations: ReadonlyMap<string, Relation>;
  readonly printAreas: ReadonlyMap<number, readonly CellRange[]>;
  /** What each sheet was last filtered in, by its place: filters without buttons leave no other trace. */
  readonly lastFilters: ReadonlyMap<number, readonly CellRange[]>;
  /** The rows that are printed on every sheet of paper, by the place of the sheet; undefined for columns alone. */
  readonly titles: ReadonlyMap<number, RowSpan | undefined>;
  readonly theme: Theme;
  readonly styles: Styles;
  readonly state: SharedState;
  readonly leftOut: LeftOut;
  /** How many more drawings are read. */
  readonly room: { left: number };
  readonly pictures: PictureShelf;
  readonly persons: ReadonlyMap<string, string>;
  /** Excel 2007 wrote it, or who writes as it did. */
  readonly isOf2007: boolean;
}

/** Reads an .xlsx or .xlsm file into the model; throws WorkbookError. */
export async function readXlsx(bytes: Uint8Array, caps: ReadLimits): Promise<Workbook> {
  const book = await openBook(bytes, caps);
  const sheets: Sheet[] = [];
  for (const [place, entry] of book.part.sheets.entries()) {
    const sheet = await readEntry(book, entry, place);
    if (sheet) sheets.push(sheet);
  }
  if (sheets.length === 0)
    throw new WorkbookError('The workbook has no sheet with cells: add one and publish it again.');
  return {
    sheets: settled(sheets),
    names: definedNames(book.part),
    styles: book.styles.cells,
    formats: book.styles.differential,
    has1904Dates: book.part.has1904Dates,
    warnings: book.leftOut.warnings(),
    notShown: book.leftOut.entries(),
    pictures: book.pictures.files,
  };
}

async function openBook(bytes: Uint8Array, caps: ReadLimits): Promise<Book> {
  const budget = readBudget(caps);
  const zip = await openZip(bytes, budget.unpacked);
  const roots = await readRelations(zip, '', budget);
  const path = relatedPart(roots, 'officeDocument') ?? 'xl/workbook.xml';
  if (!zip.has(path) || path.endsWith('.bin')) throw new WorkbookError(notXlsx(zip));
  const part = await readWorkbookPart(zip.read(path, false), budget);
  const relations = await readRelations(zip, path, budget);
  const theme = await themeOf(zip, relatedPart(relations, 'theme'));
  const checkboxes = await checkboxKindsOf(zip, relations, budget);
  const styles = await stylesOf({ zip, theme, budget, checkboxes }, relatedPart(relations, 'styles'));
  const textsPath = relatedPart(relations, 'sharedStrings');
  const texts =
    textsPath !== undefined && zip.has(textsPath)
      ? await readSharedStrings(zip.read(textsPath, true), new TextReader(styles.palette, theme, budget))
      : [];
  const pictures = new PictureShelf(zip);
  const persons = await readPersons(relations, { zip, budget });
  const state: SharedState = {
    texts,
    richValues: await readRichValues(relations, { zip, budget, pictures }),
    styleCount: styles.cells.length,
    palette: styles.palette,
    budget,
    has1904Dates: part.has1904Dates,
    asksToCalculate: part.asksToCalculate,
    keepsFormulas: caps.keepsFormulas ?? false,
  };
  const byId = new Map(relations.toReversed().map((relation) => [relation.id, relation]));
  const printAreas = areasNamed(part.names, '_xlnm.Print_Area');
  const lastFilters = areasNamed(part.names, '_xlnm._FilterDatabase');
  const titles = titlesOf(part.names);
  const room = { left: limits.drawings.most };
  return {
    zip,
    part,
    relations: byId,
    printAreas,
    lastFilters,
    titles,
    theme,
    styles,
    state,
    leftOut: new LeftOut(),
    room,
    pictures,
    persons,
    isOf2007: await isOf2007(zip, roots),
  };
}

function notXlsx(zip: ZipParts): string {
  if (zip.has('xl/workbook.bin'))
    return 'The workbook is in the binary .xlsb format: save it as .xlsx and publish that file.';
  if (zip.has('content.xml')) return 'The file is an OpenDocument file, but not a spreadsheet: publish a spreadsheet.';
  return 'The file contains no workbook: save it as .xlsx in a spreadsheet program and publish that file.';
}

async function themeOf(zip: ZipParts, path: string | undefined): Promise<Theme> {
  return path !== undefined && zip.has(path) ? readTheme(zip.read(path, false)) : officeTheme;
}

async function checkboxKindsOf(zip: ZipParts, relations: readonly Relation[], budget: ReadBudget) {
  const path = relatedPart(relations, 'FeaturePropertyBag');
  const none: ReadonlySet<number> = new Set();
  return path !== undefined && zip.has(path) ? checkboxKinds(await readTree(zip.read(path, false), budget)) : none;
}

interface StylesSource {
  readonly zip: ZipParts;
  readonly theme: Theme;
  readonly budget: ReadBudget;
  readonly checkboxes: ReadonlySet<number>;
}

async function stylesOf({ zip, theme, budget, checkboxes }: StylesSource, path: string | undefined): Promise<Styles> {
  if (path === undefined || !zip.has(path)) {
    return {
      cells: [plainStyle(theme)],
      tables: new Map(),
      palette: { theme: theme.colors, indexed: legacyPalette },
      differential: [],
    };
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip.read(path, false)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const styles = await readStyles(bytes, theme);
  spendMemory(budget, bytesOf.style * styles.cells.length);
  const boxes = await checkboxStyles(bytes, checkboxes);
  if (boxes.size === 0) return styles;
  return { ...styles, cells: styles.cells.map((look, n) => (boxes.has(n) ? { ...look, isCheckbox: true } : look)) };
}

async function readEntry(book: Book, entry: SheetEntry, place: number): Promise<Sheet | undefined> {
  const { zip, leftOut } = book;
  const relation = book.relations.get(entry.relation);
  if (relation?.kind === 'chartsheet' && zip.has(relation.target)) return readChartSheet(book, entry, relation.target);
  if (relation?.kind !== 'worksheet') {
    if (!entry.isHidden) leftOut.sheet(entry.name);
    return undefined;
  }
  const relations = await readRelations(zip, relation.target, book.state.budget);
  const tables = await tablesOf(book, relations);
  const content = await readSheet(zip.read(relation.target, true), book.state, {
    inline: new TextReader(book.styles.palette, book.theme, book.state.budget),
    tableFilters: tables.flatMap(({ filtered }) => filtered ?? []),
    lastFilter: book.lastFilters.get(place) ?? [],
  });
  const { linkDrafts, conditionalFormats, lostSparklines, lostLists, unshown, previews, isLandscape, ...rest } =
    content;
  const titles = book.titles.get(place);
  const hasColumns = book.titles.has(place) && !titles;
  const found = entry.isHidden ? undefined : await drawingsOf(book, relations);
  const { notes, lost: lostNotes } = await notesOf(book, entry, relations);
  if (found)
    leftOut.look(entry.name, {
      relations,
      found,
      rows: rest.rows,
      legacyControls: await countLegacyControls(relations, zip),
      tooMany: { sparklines: lostSparklines, notes: lostNotes, 'validation lists': lostLists },
      conditionalFormats,
      previews,
      styles: book.styles.cells,
      unshown: withTitleColumns(unshown, hasColumns),
    });
  return {
    ...rest,
    name: entry.name,
    isHidden: entry.isHidden,
    links: linksOf(linkDrafts, relations),
    tables,
    printAreas: book.printAreas.get(place) ?? [],
    ...((titles ?? isLandscape) && { paper: { isLandscape, ...(titles && { titles }) } }),
    drawings: found?.drawings ?? [],
    notes,
  };
}

/** Columns that are repeated on paper are told of. */
function withTitleColumns(unshown: SheetContent['unshown'], hasColumns: boolean): SheetContent['unshown'] {
  return hasColumns ? new Map([...unshown, ['print titles', 1]]) : unshown;
}

async function notesOf({ zip, state, persons }: Book, { isHidden }: SheetEntry, relations: readonly Relation[]) {
  const none: readonly CellNote[] = [];
  return isHidden ? { notes: none, lost: 0 } : readNotes(relations, { zip, budget: state.budget, persons });
}

/** A sheet that is one drawing is a page of one cell. */
async function readChartSheet(book: Book, entry: SheetEntry, path: string): Promise<Sheet> {
  const relations = await readRelations(book.zip, path, book.state.budget);
  const found = entry.isHidden ? undefined : await drawingsOf(book, relations);
  if (found) book.leftOut.look(entry.name, { relations, found });
  return drawnSheet({ name: entry.name, isHidden: entry.isHidden, drawings: found?.drawings ?? [] });
}

function drawingsOf(
  { zip, theme, state, room, pictures, isOf2007 }: Book,
  relations: readonly Relation[],
): Promise<FoundDrawings> {
  const parts = relations.filter(({ kind, target }) => kind === 'drawing' && zip.has(target));
  const paths = [...new Set(parts.map(({ target }) => target))];
  return readDrawings(paths, { zip, theme, budget: state.budget, room, pictures, isOf2007 });
}

function linksOf(drafts: readonly LinkDraft[], relations: readonly Relation[]): SheetLink[] {
  const targets = new Map(relations.map((relation) => [relation.id, relation.target]));
  const links: SheetLink[] = [];
  for (const { range, relation, location, tip } of drafts) {
    const target = relation === undefined ? undefined : targets.get(relation);
    const place = location === undefined ? '' : `#${location}`;
    if (target !== undefined || place !== '')
      links.push({ range, target: (target ?? '') + place, ...(tip !== undefined && { tip }) });
  }
  return links;
}

async function tablesOf({ zip, styles, theme, state }: Book, relations: readonly Relation[]): Promise<SheetTable[]> {
  const tables: SheetTable[] = [];
  const targets = relations.filter(({ kind, target }) => kind === 'table' && zip.has(target));
  for (const target of new Set(targets.map((relation) => relation.target))) {
    state.budget.tables.spend(1);
    const table = await readTable(zip.read(target, false), { theme: theme.colors, own: styles.tables });
    if (table) tables.push(table);
  }
  return tables;
}

/** What a name of the program itself stands for, by the place of the sheet. */
function areasNamed(names: readonly NameDraft[], wanted: string): Map<number, readonly CellRange[]> {
  const found = new Map<number, readonly CellRange[]>();
  for (const { name, sheet, refers } of names) {
    if (name !== wanted || sheet === undefined || found.has(sheet)) continue;
    const areas = parseReferences(refers)?.slice(0, limits.workbook.areas);
    found.set(sheet, areas?.map((area) => area.range) ?? []);
  }
  return found;
}

/** By the place of the sheet. */
function titlesOf(names: readonly NameDraft[]): Map<number, RowSpan | undefined> {
  const found = new Map<number, RowSpan | undefined>();
  for (const { name, sheet, refers } of names) {
    if (name !== '_xlnm.Print_Titles' || sheet === undefined || found.has(sheet)) continue;
    const areas = parseReferences(refers) ?? [];
    const rows = areas.map(({ range }) => range).find(({ left, right }) => left === 1 && right >= lastColumn);
    found.set(sheet, rows && { from: rows.top, to: rows.bottom });
  }
  return found;
}

function definedNames({ names, sheets }: WorkbookPart): DefinedName[] {
  return names
    .filter(({ name }) => !name.startsWith('_xlnm.'))
    .map(({ name, sheet, refers }) => ({
      name,
      sheet: sheet === undefined ? undefined : sheets[sheet]?.name,
      refers,
    }));
}
