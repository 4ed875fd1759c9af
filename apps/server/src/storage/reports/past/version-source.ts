import type { VersionSource } from '#ports/report-log.ts';

const SOURCES: readonly VersionSource[] = ['report', 'cells', 'values', 'workbook', 'control', 'remove', 'rollback'];

/** How a version came, as its row says; '' where that is not known. */
export function sourceOf(text: string): VersionSource | '' {
  return SOURCES.find((source) => source === text) ?? '';
}
