import { limits } from '@sheetwire/contract/limits';
import { WorkbookError } from '../workbook-error.ts';
import { bytesOf, type ReadBudget, spendMemory } from './read-budget.ts';
import { type Attributes, isOn, parseXml, whole } from './xml.ts';

export interface SheetEntry {
  readonly name: string;
  readonly relation: string;
  readonly isHidden: boolean;
}

export interface NameDraft {
  readonly name: string;
  /** Place of its sheet in the list of sheets; undefined for the whole workbook. */
  readonly sheet: number | undefined;
  readonly refers: string;
}

export interface WorkbookPart {
  readonly sheets: readonly SheetEntry[];
  readonly names: readonly NameDraft[];
  readonly has1904Dates: boolean;
  /** `fullCalcOnLoad`: whoever opens the file is asked to calculate all of it. */
  readonly asksToCalculate: boolean;
}

/** Reads the list of sheets and names. */
export async function readWorkbookPart(chunks: AsyncIterable<Uint8Array>, budget: ReadBudget): Promise<WorkbookPart> {
  const sheets: SheetEntry[] = [];
  const names: NameDraft[] = [];
  let has1904Dates = false;
  let asksToCalculate = false;
  let name: { attributes: Attributes; text: string } | undefined;
  await parseXml(chunks, {
    open(element, attributes) {
      if (element === 'sheet') sheets.push(sheetEntry(attributes, sheets.length));
      if (element === 'workbookPr') has1904Dates = isOn(attributes.date1904);
      if (element === 'calcPr') asksToCalculate = isOn(attributes.fullCalcOnLoad);
      if (element === 'definedName') name = { attributes, text: '' };
    },
    text(text) {
      if (!name) return;
      name.text += text;
      budget.texts.ensure(name.text.length);
    },
    close(element) {
      if (element !== 'definedName' || !name) return;
      const { attributes, text } = name;
      budget.names.spend(1);
      spendMemory(budget, bytesOf.name, text);
      names.push({ name: attributes.name ?? '', sheet: whole(attributes.localSheetId), refers: text });
      name = undefined;
    },
  });
  return { sheets, names, has1904Dates, asksToCalculate };
}

function sheetEntry(attributes: Attributes, count: number): SheetEntry {
  if (count >= limits.workbook.sheets) {
    throw new WorkbookError(`The workbook has more than ${limits.workbook.sheets} sheets: publish a smaller workbook.`);
  }
  const state = attributes.state ?? 'visible';
  return {
    name: attributes.name ?? `Sheet${count + 1}`,
    relation: attributes[':id'] ?? '',
    isHidden: state !== 'visible',
  };
}
