import { lastColumn, parseRange } from '../address.ts';
import { RuleReader } from '../conditional/read-rules.ts';
import { ValidationReader } from '../entries/read-validations.ts';
import type { CellRange, ColumnSpan, Sheet } from '../model.ts';
import { type GroupDraft, groupOf, groupPlaces } from '../outline/read-groups.ts';
import { SparklineReader } from '../sparklines/read-sparklines.ts';
import { CellReader, type SharedState } from './cells/sheet-cells.ts';
import { bytesOf, spendMemory } from './read-budget.ts';
import type { TextReader } from './shared-strings.ts';
import { FilterReader, type OtherFilters } from './sheet-parts/sheet-filters.ts';
import { ViewReader } from './sheet-parts/sheet-view.ts';
import { type UnshownPart, UnshownParts } from './sheet-parts/unshown-parts.ts';
import { type Attributes, decimal, isOn, parseXml, whole } from './xml.ts';

/** A link as the sheet names it, its address still behind a relation. */
export interface LinkDraft {
  readonly range: CellRange;
  readonly relation: string | undefined;
  readonly location: string | undefined;
  readonly tip: string | undefined;
}

/** What one sheet part holds. */
export interface SheetContent extends Omit<Sheet, 'name' | 'isHidden' | 'links' | 'tables' | 'printAreas'> {
  readonly linkDrafts: readonly LinkDraft[];
  readonly isLandscape: boolean;
  /** Rules that stand in extensions alone. */
  readonly conditionalFormats: number;
  /** Sparklines beyond the bound. */
  readonly lostSparklines: number;
  /** Lists of data validation beyond the bound. */
  readonly lostLists: number;
  readonly unshown: ReadonlyMap<UnshownPart, number>;
  /** Pictures that stand for embedded objects and controls, by the id of their relation. */
  readonly previews: ReadonlySet<string>;
}

/** What a sheet is read with, besides what all sheets share. */
interface SheetFacts extends OtherFilters {
  readonly inline: TextReader;
}

/** Reads one sheet part as it is unpacked. */
export async function readSheet(
  chunks: AsyncIterable<Uint8Array>,
  state: SharedState,
  facts: SheetFacts,
): Promise<SheetContent> {
  const reader = new SheetReader(state, facts);
  await parseXml(chunks, reader);
  return reader.content();
}

class SheetReader {
  readonly #state: SharedState;
  readonly #cells: CellReader;
  readonly #columns: (ColumnSpan & { readonly draft: GroupDraft | undefined })[] = [];
  readonly #merges: CellRange[] = [];
  readonly #links: LinkDraft[] = [];
  #isInCells = false;
  #hasCells = false;
  /** Since a plain cell. */
  #pauses = 0;
  readonly #view = new ViewReader();
  readonly #filters: FilterReader;
  #isLandscape = false;
  #outline = { isAbove: false, isBefore: false };
  #format: Attributes = {};
  readonly #rules: RuleReader;
  readonly #sparklines: SparklineReader;
  readonly #lists: ValidationReader;
  readonly #unshown = new UnshownParts();
  readonly #previews = new Set<string>();
  /** How somebody else looks at the sheet. */
  #isInOtherView = false;

  constructor(state: SharedState, facts: SheetFacts) {
    this.#state = state;
    this.#filters = new FilterReader(facts);
    this.#cells = new CellReader(state, facts.inline);
    this.#rules = new RuleReader(state.palette);
    this.#sparklines = new SparklineReader(state.palette, state.budget);
    this.#lists = new ValidationReader(state.budget);
  }

  open(name: string, attributes: Attributes): void {
    if (this.#isInCells) {
      this.#cells.open(name, attributes);
      return;
    }
    if (name === 'customSheetViews') this.#isInOtherView = true;
    if (this.#isInOtherView) return;
    this.#unshown.open(name, attributes);
    this.#filters.open(name, attributes);
    if (name === 'sheetData') {
      this.#isInCells = true;
      this.#hasCells = true;
    } else if (this.#view.open(name, attributes)) return;
    else if (!this.#rules.open(name, attributes) && !this.#lists.open(name, attributes))
      this.#openOther(name, attributes);
  }

  text(text: string): void {
    if (this.#isInCells) this.#cells.text(text);
    else {
      this.#rules.text(text);
      this.#lists.text(text);
    }
  }

  close(name: string): void {
    if (name === 'customSheetViews') this.#isInOtherView = false;
    if (!this.#isInCells) {
      this.#rules.close(name);
      this.#lists.close(name);
    } else if (name === 'sheetData') this.#isInCells = false;
    else this.#cells.close(name);
  }

  skim(text: string, from: number): number {
    const at = this.#isInCells ? this.#cells.skim(text, from) : from;
    if (at > from) this.#pauses = 0;
    return at;
  }

  /** Up to the first row; then from cell to cell, and from row to row, as long as there are plain cells among them. */
  pause(text: string, from: number): number {
    if (!this.#isInCells) return this.#hasCells ? text.length : tagEnd(text, text.indexOf('<sheetData', from));
    if (++this.#pauses > mostPauses) {
      this.#pauses = 0;
      return text.length;
    }
    if (text.startsWith('<c', from)) return tagEnd(text, text.indexOf('</c>', from));
    return tagEnd(text, text.startsWith('</row>', from) ? from + '</row>'.length : from);
  }

  openExtension(name: string, attributes: Attributes): void {
    this.#unshown.open(name, attributes);
    this.#notePreview(name, attributes);
    this.#sparklines.open(name, attributes);
    this.#lists.open(name, attributes);
    this.#rules.openExtension(name, attributes);
  }

  textOfExtension(text: string): void {
    this.#sparklines.text(text);
    this.#lists.text(text);
    this.#rules.textOfExtension(text);
  }

  closeExtension(name: string): void {
    this.#sparklines.close(name);
    this.#lists.close(name);
    this.#rules.closeExtension(name);
  }

  #openOther(name: string, attributes: Attributes): void {
    switch (name) {
      case 'sheetFormatPr':
        this.#format = attributes;
        break;
      case 'col':
        this.#openColumn(attributes);
        break;
      case 'outlinePr':
        this.#outline = {
          isAbove: !isOn(attributes.summaryBelow, true),
          isBefore: !isOn(attributes.summaryRight, true),
        };
        break;
      case 'pageSetup':
        this.#isLandscape = attributes.orientation === 'landscape';
        break;
      case 'objectPr':
      case 'controlPr':
        this.#notePreview(name, attributes);
        break;
      case 'mergeCell':
        this.#openMerge(attributes);
        break;
      case 'hyperlink':
        this.#openLink(attributes);
        break;
    }
  }

  #notePreview(name: string, { ':id': id }: Attributes): void {
    if (id === undefined || (name !== 'objectPr' && name !== 'controlPr')) return;
    spendMemory(this.#state.budget, bytesOf.relation, id);
    this.#previews.add(id);
  }

  #openColumn(attributes: Attributes): void {
    const from = whole(attributes.min) ?? 0;
    const to = Math.min(whole(attributes.max) ?? 0, lastColumn);
    if (from < 1 || to < from || this.#columns.length >= lastColumn) return;
    const width = decimal(attributes.width);
    const style = whole(attributes.style) ?? 0;
    this.#columns.push({
      from,
      to,
      width,
      isHidden: isOn(attributes.hidden) || width === 0,
      style: style > 0 && style < this.#state.styleCount ? style : 0,
      draft: groupOf(attributes),
    });
  }

  #openMerge(attributes: Attributes): void {
    const range = parseRange(attributes.ref ?? '');
    if (!range || (range.top === range.bottom && range.left === range.right)) return;
    this.#state.budget.merges.spend(1);
    spendMemory(this.#state.budget, bytesOf.merge);
    this.#merges.push(range);
  }

  #openLink(attributes: Attributes): void {
    const range = parseRange(attributes.ref ?? '');
    if (!range) return;
    const { location, tooltip } = attributes;
    const tip = tooltip === '' ? undefined : tooltip?.slice(0, longestTip).toWellFormed();
    this.#state.budget.links.spend(1);
    spendMemory(this.#state.budget, bytesOf.link, `${location ?? ''}${tip ?? ''}`);
    this.#links.push({ range, relation: attributes[':id'], location, tip });
  }

  #groupedColumns(): ColumnSpan[] {
    const columns = this.#columns.sort((a, b) => a.from - b.from);
    const places = groupPlaces(columns, this.#outline);
    return columns.map(({ draft: _, ...column }, n) => {
      const group = places.get(n);
      return group ? { ...column, group } : column;
    });
  }

  content(): SheetContent {
    const format = this.#format;
    const columns = this.#groupedColumns();
    const filtered = this.#filters.own;
    const rows = this.#cells.rows(this.#outline.isAbove, this.#filters.all);
    const { rules, elsewhere } = this.#rules.found();
    const { lists, lost: lostLists } = this.#lists.found();
    const { groups: sparklines, lost: lostSparklines } = this.#sparklines.found();
    const hidesOtherRows = isOn(format.zeroHeight);
    return {
      ...this.#view.view,
      freeze: this.#view.freeze({ rows, columns, hidesOtherRows }),
      defaultColumnWidth: defaultWidth(format),
      defaultRowHeight: decimal(format.defaultRowHeight),
      hidesOtherRows,
      columns,
      rows,
      ...([...columns, ...rows].some(({ group }) => group) && { outline: this.#outline }),
      merges: this.#merges,
      ...(filtered && { filtered }),
      linkDrafts: this.#links,
      isLandscape: this.#isLandscape,
      conditionalFormats: elsewhere,
      rules,
      sparklines,
      lists,
      lostLists,
      lostSparklines,
      unshown: this.#unshown.found(),
      previews: this.#previews,
    };
  }
}

/** What comes next is left to the parser at once where so many pieces brought no plain cell: many small ones take longer. */
const mostPauses = 64;

/** The place behind the tag that begins, or goes on, at a place; else the end. */
function tagEnd(text: string, from: number): number {
  const end = from < 0 ? from : text.indexOf('>', from);
  return end >= 0 ? end + 1 : text.length;
}

/** Characters of what a link says of itself, as spreadsheets have it. */
const longestTip = 255;

/** A default width, or the base width with the padding that a column has besides (ECMA-376 18.3.1.81). */
function defaultWidth(format: Attributes): number | undefined {
  const base = whole(format.baseColWidth);
  return decimal(format.defaultColWidth) ?? (base === undefined ? undefined : base + 0.7109375);
}
