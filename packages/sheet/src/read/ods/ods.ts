import { limits } from '@sheetwire/contract/limits';
import type { DefinedName, Sheet, Workbook } from '../../model.ts';
import type { ReadLimits } from '../../read-limits.ts';
import { digitWidth } from '../../render/text-width.ts';
import { WorkbookError } from '../../workbook-error.ts';
import { LeftOut } from '../left-out.ts';
import { bytesOf, readBudget, spendMemory } from '../read-budget.ts';
import { type Attributes, parseXml } from '../xml.ts';
import { openZip, type ZipParts } from '../zip.ts';
import { plainReference } from './addresses.ts';
import { CellLooks } from './cell-looks.ts';
import { type OdsParts, OdsSheetReader } from './sheet-reader.ts';
import { StyleBook } from './style-book.ts';
import { ValidationBook } from './validations.ts';
import { ViewSettings } from './view-settings.ts';

const CONTENT = 'content.xml';

/** Reads an .ods file into the model; throws WorkbookError. */
export async function readOds(bytes: Uint8Array, caps: ReadLimits): Promise<Workbook> {
  const budget = readBudget(caps);
  const zip = await openZip(bytes, budget.unpacked);
  await refuseLocked(zip);
  const styles = new StyleBook(budget);
  const views = new ViewSettings();
  if (zip.has('styles.xml')) await parseXml(zip.read('styles.xml', false), styles.forCommonStyles());
  if (zip.has('settings.xml')) await parseXml(zip.read('settings.xml', false), views);
  const validations = new ValidationBook();
  const content = new ContentReader({ budget, styles, views, validations, leftOut: new LeftOut() });
  await parseXml(zip.read(CONTENT, true), content);
  return content.workbook();
}

/** Encrypted parts are no XML; the manifest says that they are. */
async function refuseLocked(zip: ZipParts): Promise<void> {
  const locked = new WorkbookError('The workbook is password-protected: save it without a password.');
  if (zip.has('encrypted-package')) throw locked;
  if (!zip.has('META-INF/manifest.xml')) return;
  let isLocked = false;
  await parseXml(zip.read('META-INF/manifest.xml', false), {
    open: (name) => {
      if (name === 'encryption-data') isLocked = true;
    },
  });
  if (isLocked) throw locked;
}

type Given = Pick<OdsParts, 'budget' | 'styles' | 'views' | 'validations' | 'leftOut'>;

/** Reads `content.xml`: automatic styles first, then table by table. */
class ContentReader {
  readonly #given: Given;
  readonly #sheets: Sheet[] = [];
  readonly #names: DefinedName[] = [];
  #parts: OdsParts | undefined;
  #sheet: OdsSheetReader | undefined;
  #tables = 0;
  /** Elements within one that holds no sheet: changes that were tracked, sheets of other documents. */
  #asideDepth = 0;

  constructor(given: Given) {
    this.#given = given;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#asideDepth > 0 || (!this.#sheet && aside.has(name))) {
      this.#asideDepth++;
      this.#given.validations.open(name, attributes);
    } else if (name === 'named-range') this.#addName(attributes);
    else if (this.#sheet) this.#openInSheet(name, attributes);
    else if (name === 'spreadsheet') this.#parts = this.#openBook();
    else if (!this.#parts) this.#given.styles.open(name, attributes);
    else if (name === 'null-date') this.#parts.has1904Dates = attributes[':date-value']?.startsWith('1904') ?? false;
    else if (name === 'table') this.#openSheet(attributes, this.#parts);
  }

  close(name: string): void {
    if (this.#asideDepth > 0) this.#asideDepth--;
    else if (this.#sheet) this.#closeInSheet(name);
    else if (!this.#parts) this.#given.styles.close(name);
  }

  text(text: string): void {
    if (this.#sheet) this.#sheet.text(text);
    else if (!this.#parts) this.#given.styles.text(text);
  }

  /** All styles are known once the body begins. */
  #openBook(): OdsParts {
    const looks = new CellLooks(this.#given.styles, this.#given.budget);
    const [plain] = looks.list;
    return { ...this.#given, looks, digit: plain ? digitWidth(plain.font) : 1, has1904Dates: false };
  }

  #openSheet(attributes: Attributes, parts: OdsParts): void {
    if (++this.#tables > limits.workbook.sheets) {
      throw new WorkbookError('The workbook has too many sheets: publish a smaller workbook.');
    }
    this.#sheet = new OdsSheetReader(attributes, parts);
    this.#tablesOpen = 1;
  }

  #tablesOpen = 0;

  #openInSheet(name: string, attributes: Attributes): void {
    if (name === 'table') this.#tablesOpen++;
    this.#sheet?.open(name, attributes);
  }

  #closeInSheet(name: string): void {
    if (name === 'table' && --this.#tablesOpen === 0) {
      const sheet = this.#sheet?.sheet();
      if (sheet) this.#sheets.push(sheet);
      this.#sheet = undefined;
    } else this.#sheet?.close(name);
  }

  #addName(attributes: Attributes): void {
    const refers = plainReference(attributes[':cell-range-address'] ?? '');
    if (refers === undefined) return;
    const { budget } = this.#given;
    budget.names.spend(1);
    spendMemory(budget, bytesOf.name, refers);
    this.#names.push({ name: attributes[':name'] ?? '', sheet: this.#sheet?.name, refers });
  }

  workbook(): Workbook {
    if (!this.#parts) {
      throw new WorkbookError('The file is an OpenDocument file, but not a spreadsheet: publish a spreadsheet.');
    }
    if (this.#sheets.length === 0) {
      throw new WorkbookError('The workbook has no sheet with cells: add one and publish it again.');
    }
    const { leftOut } = this.#given;
    return {
      sheets: this.#sheets,
      names: this.#names,
      styles: this.#parts.looks.list,
      has1904Dates: this.#parts.has1904Dates,
      warnings: leftOut.warnings(),
      notShown: leftOut.entries(),
    };
  }
}

const aside: ReadonlySet<string> = new Set(['tracked-changes', 'dde-links', 'forms', 'content-validations']);
