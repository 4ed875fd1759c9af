import { limits } from '@sheetwire/contract/limits';
import type { CellRange, Sheet, Workbook } from '../../model.ts';
import type { PageSelection } from '../../page-selection.ts';
import { parseReferences, type Reference } from '../../reference.ts';
import { quoted, WorkbookError } from '../../workbook-error.ts';

export interface Area {
  readonly sheet: Sheet;
  /** Undefined = its print areas, else what is used. */
  readonly range: CellRange | undefined;
}

export interface PagePlan {
  readonly name: string;
  readonly areas: readonly Area[];
  /** An empty page is left out silently only when nobody asked for it. */
  readonly isAsked: boolean;
}

/** The pages that a selection asks for; throws WorkbookError when it names what is not there or is hidden. */
export function planPages(workbook: Workbook, selection: PageSelection): PagePlan[] {
  const plans: PagePlan[] = [];
  for (const name of selection.sheets ?? []) plans.push(sheetPlan(askedSheet(workbook, name)));
  if (selection.range !== undefined) plans.push(rangePlan(workbook, selection.range, plans.length));
  plans.push(...namedPlans(workbook, selection.pages ?? []));
  if (plans.length === 0) {
    for (const sheet of workbook.sheets) if (!sheet.isHidden) plans.push({ ...sheetPlan(sheet), isAsked: false });
  }
  refuseRepeats(plans);
  return plans;
}

function sheetPlan(sheet: Sheet): PagePlan {
  return { name: sheet.name, areas: [{ sheet, range: undefined }], isAsked: true };
}

function rangePlan(workbook: Workbook, text: string, others: number): PagePlan {
  const areas = areasOf(workbook, text);
  const [first] = areas;
  const name = others === 0 && first ? first.sheet.name : text;
  return { name, areas, isAsked: true };
}

/** Pages of a list; those without a title take the name of their sheet, and their range too where a sheet gives several. */
function namedPlans(workbook: Workbook, pages: NonNullable<PageSelection['pages']>): PagePlan[] {
  const found = pages.map(({ title, range }) => ({ title, range, areas: areasOf(workbook, range) }));
  const counts = new Map<string, number>();
  const nameOf = ({ range, areas }: (typeof found)[number]) => ownName(workbook, range, areas);
  for (const one of found) if (one.title === undefined) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1);
  return found.map((one) => {
    const name = one.title ?? ((counts.get(nameOf(one)) ?? 0) > 1 ? spoken(one.range, nameOf(one)) : nameOf(one));
    return { name, areas: one.areas, isAsked: true };
  });
}

/** The sheet of a range, or the named range or table, each as the workbook spells it. */
function ownName(workbook: Workbook, text: string, areas: readonly Area[]): string {
  const key = text.trim().toLowerCase();
  const named = workbook.names.find(({ name }) => name.toLowerCase() === key)?.name;
  const table = workbook.sheets.flatMap(({ tables }) => tables).find(({ name }) => name.toLowerCase() === key)?.name;
  return named ?? table ?? areas[0]?.sheet.name ?? text;
}

/** `Sheet A1-F20`. */
function spoken(text: string, name: string): string {
  const at = text.lastIndexOf('!');
  return at < 0
    ? name
    : `${name} ${text
        .slice(at + 1)
        .replaceAll('$', '')
        .replace(':', '-')
        .toUpperCase()}`;
}

function refuseRepeats(plans: readonly PagePlan[]): void {
  const seen = new Set<string>();
  for (const { name } of plans) {
    const key = name.trim().toLowerCase();
    if (seen.has(key)) throw new WorkbookError(`Two pages are named ${quoted(name)}: give each page its own title.`);
    seen.add(key);
  }
}

function sheetNamed(workbook: Workbook, name: string): Sheet | undefined {
  const key = name.toLowerCase();
  return workbook.sheets.find((sheet) => sheet.name.toLowerCase() === key);
}

function askedSheet(workbook: Workbook, name: string): Sheet {
  const sheet = sheetNamed(workbook, name);
  if (!sheet) throw new WorkbookError(`Unknown sheet ${name}: the workbook has ${sheetNames(workbook)}.`);
  return shown(sheet);
}

/** Hidden sheets are never sent, not even when asked for by name. */
function shown(sheet: Sheet): Sheet {
  if (sheet.isHidden)
    throw new WorkbookError(`The sheet ${quoted(sheet.name)} is hidden: unhide it in the workbook to publish it.`);
  return sheet;
}

function sheetNames(workbook: Workbook): string {
  const names = workbook.sheets.filter((sheet) => !sheet.isHidden).map((sheet) => quoted(sheet.name));
  return names.length === 0 ? 'no visible sheet' : names.slice(0, 20).join(', ');
}

/** What a range text names: an area, a named range, a table or a sheet. */
function areasOf(workbook: Workbook, text: string): Area[] {
  const name = text.trim();
  const named = namedAreas(workbook, name);
  if (named) return named;
  const references = parseReferences(name);
  if (references) return references.slice(0, limits.workbook.areas).map((reference) => areaOf(workbook, reference));
  const sheet = sheetNamed(workbook, name) ?? sheetNamed(workbook, unquoted(name));
  if (sheet) return [{ sheet: shown(sheet), range: undefined }];
  throw new WorkbookError(
    `Unknown range ${text}: use a range such as Sheet1!A1:F40, a named range, a table or a sheet (${sheetNames(workbook)}).`,
  );
}

/** The name of a sheet without the quotes that a reference writes around it. */
function unquoted(name: string): string {
  const isQuoted = name.length > 1 && name.startsWith("'") && name.endsWith("'");
  return isQuoted ? name.slice(1, -1).replaceAll("''", "'") : name;
}

function namedAreas(workbook: Workbook, text: string): Area[] | undefined {
  const [, sheetPart, namePart = text] = /^(.*)!([^!]+)$/.exec(text) ?? [];
  const sheetName = sheetPart === undefined ? undefined : unquoted(sheetPart).toLowerCase();
  const key = namePart.toLowerCase();
  const found = workbook.names.find(
    ({ name, sheet }) => name.toLowerCase() === key && (sheetName === undefined || sheet?.toLowerCase() === sheetName),
  );
  if (found) return resolved(workbook, found.name, found.refers);
  for (const sheet of workbook.sheets) {
    const table = sheet.tables.find((candidate) => candidate.name.toLowerCase() === key);
    if (table && sheetName === undefined) return [{ sheet: shown(sheet), range: table.range }];
  }
  return undefined;
}

function resolved(workbook: Workbook, name: string, refers: string): Area[] {
  const references = parseReferences(refers);
  if (!references) throw new WorkbookError(`The name ${name} refers to a formula: use a range of cells.`);
  return references.slice(0, limits.workbook.areas).map((reference) => areaOf(workbook, reference));
}

function areaOf(workbook: Workbook, { sheet, range }: Reference): Area {
  if (sheet !== undefined) return { sheet: askedSheet(workbook, sheet), range };
  const first = workbook.sheets.find((candidate) => !candidate.isHidden);
  if (!first) throw new WorkbookError('Every sheet of the workbook is hidden: unhide one to publish it.');
  return { sheet: first, range };
}
