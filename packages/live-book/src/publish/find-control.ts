import { controlPrefixes } from '@sheetwire/rules/control';
import type { BookControl, LiveBook } from '../live-book.ts';

/** What viewers see is not the workbook as it is: what they enter by the place of a cell may be meant for another one. */
export class NotPublished extends Error {
  override readonly name = 'NotPublished';

  constructor() {
    super('The workbook is being published');
  }
}

interface Wanted {
  readonly name: string;
  /** The sheets of the workbook that viewers see; undefined while nobody knows. */
  readonly published: readonly string[] | undefined;
}

/**
 * The cell of an entry, by the workbook's own name or by the name that the portal gives it. The latter tells a place, which is
 * that of the workbook as it was published: throws NotPublished where it is another by now.
 */
export async function findControl(book: LiveBook, { name, published }: Wanted): Promise<BookControl | undefined> {
  const wanted = name.toLowerCase();
  const controls = await book.controls();
  const named = controls.find((control) => control.name?.toLowerCase() === wanted);
  if (named) return named;
  const sheets = (await book.sheets()).map((sheet) => sheet.name);
  if (JSON.stringify(sheets) !== JSON.stringify(published)) throw new NotPublished();
  const prefixes = controlPrefixes(sheets);
  const found = controls.filter(({ sheet, address }) => `${prefixes.get(sheet)}.${address}`.toLowerCase() === wanted);
  return found.length === 1 ? found[0] : undefined;
}
