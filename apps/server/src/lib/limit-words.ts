const MIB = 1024 * 1024;

/** What a report has at most, in words that name the setting: whoever is refused can say what to raise. */
export function bytesWords(most: number): string {
  const size = most % MIB === 0 ? `${most / MIB} MiB` : `${most} bytes`;
  return `A report can have at most ${size} of pages (SHEETWIRE_MAX_REPORT_MIB)`;
}

export function pagesWords(most: number): string {
  return `A report can have at most ${most} pages (SHEETWIRE_MAX_PAGES)`;
}

export function cellsWords(most: number): string {
  return `A report can have at most ${most} cells (SHEETWIRE_MAX_CELLS)`;
}
