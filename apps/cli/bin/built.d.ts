/** A file that the program was built of, from the root: when it was changed, and its bytes. */
export type Source = readonly [file: string, changed: number, size: number];

/** What the build leaves beside the programs, as sources.json. */
export interface BuiltProgram {
  /** The file of each program by its source. */
  readonly programs: Readonly<Record<string, string>>;
  readonly sources: readonly Source[];
}

/** The file to run for a program of the checkout: as it was built where that is of its sources as they are now, else its source. */
export function programToRun(source: URL): URL;

/** The built programs of a checkout by their sources, unless one of these is another now. */
export function freshPrograms(root: string): Readonly<Record<string, string>> | undefined;
