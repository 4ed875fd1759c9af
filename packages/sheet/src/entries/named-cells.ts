import { isControlName } from '@sheetwire/rules/control';
import { cellAddress } from '../address.ts';
import type { NotShown, Sheet, Workbook } from '../model.ts';
import { parseReference } from '../reference.ts';
import { quoted } from '../workbook-error.ts';

/** The cells that take entries by their names. */
export interface NamedCells {
  /** The name by the address of its cell. */
  readonly bySheet: ReadonlyMap<Sheet, ReadonlyMap<string, string>>;
  /** Names that no single cell has, or that no control can have. */
  readonly notShown: NotShown[];
}

/**
 * Finds the cells of names; of two names of one cell the first that is asked for counts. A name of the whole workbook is
 * meant before one of a sheet, such as a copied sheet has.
 */
export function namedCells({ names, sheets }: Workbook, asked: readonly string[]): NamedCells {
  const bySheet = new Map<Sheet, Map<string, string>>();
  const ordered = [
    ...names.filter(({ sheet }) => sheet !== undefined),
    ...names.filter((one) => one.sheet === undefined),
  ];
  const refers = new Map(ordered.map((one) => [one.name.toLowerCase(), one.refers]));
  const notShown: NotShown[] = [];
  for (const name of asked) {
    if (!isControlName(name)) {
      const why = 'A control needs a name of letters A to Z, digits, dots and underscores, 64 at most.';
      notShown.push({ sheet: '', what: `name ${quoted(name)}`, count: 1, why });
      continue;
    }
    const { sheet: sheetName, range } = parseReference(refers.get(name.toLowerCase()) ?? '') ?? {};
    const sheet = sheets.find((one) => one.name.toLowerCase() === sheetName?.toLowerCase());
    if (!range || !sheet || range.top !== range.bottom || range.left !== range.right) {
      notShown.push({
        sheet: '',
        what: `name ${quoted(name)}`,
        count: 1,
        why: 'An entry needs a name that refers to one cell.',
      });
      continue;
    }
    const cells = bySheet.get(sheet) ?? new Map<string, string>();
    const address = cellAddress(range.top, range.left);
    bySheet.set(sheet, cells.set(address, cells.get(address) ?? name));
  }
  return { bySheet, notShown };
}
