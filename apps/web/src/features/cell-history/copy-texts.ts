import { textOf } from '#features/report-document/copy/copied-table.ts';

/** Whether pages may write the clipboard: over plain http they may not. */
export function mayCopy(): boolean {
  return 'clipboard' in navigator;
}

/** Puts the texts of cells on the clipboard, rows below each other. */
export async function copyTexts(cells: readonly Element[]): Promise<void> {
  const rows = Map.groupBy(cells, (cell) => cell.parentElement);
  const text = [...rows.values()].map((row) => row.map(textOf).join('\t')).join('\n');
  await navigator.clipboard.writeText(text);
}
