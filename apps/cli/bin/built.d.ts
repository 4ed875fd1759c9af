/** A file that the programs were built of, or one of them, from the root: when it was changed, and its bytes. */
export type Source = readonly [file: string, changed: number, size: number];

/** What the build leaves beside the programs, as sources.json. */
export interface BuiltProgram {
  /** The file of each program by its source. */
  readonly programs: Readonly<Record<string, string>>;
  readonly sources: readonly Source[];
}

/** The file to run for a program of the checkout: as it was built where that is of its sources as they are now, else its source. */
export function programToRun(source: URL): URL;

/** The built programs of a checkout by their sources; none once a source or a program has changed, or without a list that can be read. */
export function freshPrograms(root: string): Readonly<Record<string, string>> | undefined;
