import { limits } from '@sheetwire/contract/limits';
import { type ChangedCell, publishCells } from '@sheetwire/contract/publish';
import type { Topic } from '@sheetwire/rules/topic';
import { parseJson } from '#lib/json.ts';
import { Refusal } from '#lib/refusal.ts';
import { validate } from '#lib/validate.ts';
import { type CleanedCell, cleanCell } from '../clean/clean-page.ts';

/** A changed cell, cleaned already when it was read on a thread. */
export interface ReadCell extends ChangedCell {
  readonly cleaned?: Pick<CleanedCell, 'html' | 'controls'>;
}

/** The body of a publish of cells, read. */
export interface ReadCells {
  readonly topic: Topic;
  readonly baseVersion: number;
  readonly cells: readonly ReadCell[];
}

/** Reads and cleans the body of a publish of cells: a thread does it when it is long (safety 3). */
export function readCells(body: Uint8Array): ReadCells {
  const { topic, baseVersion, cells } = validate(publishCells.input, parseJson(body));
  return {
    topic,
    baseVersion,
    cells: lastOfEach(cells).map((cell) => ({ ...cell, html: '', cleaned: cleaned(cell) })),
  };
}

function cleaned({ html }: ChangedCell): Pick<CleanedCell, 'html' | 'controls'> {
  const { hasTable, ...cell } = cleanCell(html);
  if (hasTable) throw new Refusal('cell_holds_table');
  return cell;
}

/** One edit for each cell: its last content, and the last style number that was said. */
export function lastOfEach<T extends ChangedCell>(cells: readonly T[]): readonly T[] {
  const last = new Map<string, T>();
  for (const cell of cells) {
    const key = `${cell.page.length} ${cell.cell.length} ${cell.page}${cell.cell}${cell.user ?? ''}`;
    const s = cell.s ?? last.get(key)?.s;
    last.set(key, s === undefined || s === cell.s ? cell : { ...cell, s });
  }
  if (last.size > limits.changedCells) {
    const message = `At most ${limits.changedCells} cells can change in one call; publish the whole report instead`;
    throw new Refusal('too_large', { message });
  }
  return last.size === cells.length ? cells : [...last.values()];
}
