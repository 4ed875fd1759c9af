/** A file that would stop its reader, were its work not counted: small code, made anew at each call. */
export interface HostileFile {
  readonly name: string;
  /** The ending of its file name, by which it is read; a workbook where none is named. */
  readonly ending?: string;
  readonly bytes: () => Uint8Array;
  /** What it is refused with. */
  readonly sentence: RegExp;
}
