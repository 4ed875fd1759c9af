/** A page, and the user who alone receives it. */
export interface Addressed {
  readonly name: string;
  readonly user: string | null;
}

/** The page that viewers see first, which a rule on a cell without a page is about; -1 where everybody has another. */
export function firstPage(pages: readonly Addressed[]): number {
  const shown = pages.findIndex(({ name, user }) => user === null && name.toUpperCase() !== 'METADATA');
  return shown < 0 ? pages.findIndex(({ user }) => user === null) : shown;
}
