import { readSheets, type Sheet } from '@sheetwire/page/compare/sheet';
import { countCells } from '@sheetwire/page/model/page-cut';
import { cellHash, type Salt } from './cell-hash.ts';

/** A table as it was seen: its cells as hashes, row by row. */
export interface TableLook {
  readonly columns: number;
  readonly headRow: number;
  /** Cells of each row. */
  readonly lengths: Uint32Array;
  readonly values: Uint32Array;
  readonly places: Uint32Array;
  readonly numbers: Uint8Array;
}

export interface PageLook {
  readonly name: string;
  readonly tables: readonly TableLook[];
  /** Of what lies around the tables. */
  readonly text: number;
}

/** What is kept of a reader's look at a report: when, which version, and hashes in place of its texts. */
export interface Look {
  readonly topic: string;
  readonly at: number;
  readonly version: number;
  readonly salt: Salt;
  readonly pages: readonly PageLook[];
}

/** The latest look of a visit, with the one that the visit's marks are measured from. */
export interface KeptLook extends Look {
  readonly base?: Look | undefined;
}

/**
 * What is kept, once what a tab dismissed is taken out: a look of an older version, and marks that are measured from one,
 * are of a tab that did not know of it.
 */
export function withoutDismissed(kept: KeptLook | undefined, dismissed: Look | undefined): KeptLook | undefined {
  if (!kept || !dismissed) return kept ?? dismissed;
  const { base, ...last } = kept;
  if (last.version < dismissed.version) return dismissed;
  return base && base.version >= dismissed.version ? kept : last;
}

/** A page as it is on screen. */
export interface SeenPage {
  readonly name: string;
  readonly html: string;
}

/** The look at one page. */
export function lookAtPage({ name, html }: SeenPage, salt: Salt): PageLook {
  const parts = readSheets(html);
  const tables = parts.filter((part) => part.kind === 'table').map(({ sheet }) => lookAtTable(sheet, salt));
  const text = parts.map((part) => (part.kind === 'text' ? part.value : '')).join('\n');
  return { name, tables, text: cellHash(text.trim(), salt) };
}

/** The table of a look as a comparison takes it. */
export function sheetOf({ columns, headRow, lengths, values, places, numbers }: TableLook): Sheet {
  let cell = 0;
  const rows = Array.from(lengths, (length) =>
    Array.from({ length }, () => {
      const n = cell++;
      return { column: places[n] ?? 0, value: values[n] ?? 0, isNumber: numbers[n] === 1 };
    }),
  );
  return { rows, spanning: [], columns, headRow };
}

/** How many cells pages hold, without reading them. */
export function cellCount(pages: readonly SeenPage[]): number {
  return pages.reduce((sum, { html }) => sum + countCells(html), 0);
}

function lookAtTable({ rows, columns, headRow }: Sheet, salt: Salt): TableLook {
  const cells = rows.flat();
  return {
    columns,
    headRow,
    lengths: Uint32Array.from(rows, (row) => row.length),
    values: Uint32Array.from(cells, ({ value }) => cellHash(String(value), salt)),
    places: Uint32Array.from(cells, ({ column }) => column),
    numbers: Uint8Array.from(cells, ({ isNumber }) => Number(isNumber)),
  };
}
