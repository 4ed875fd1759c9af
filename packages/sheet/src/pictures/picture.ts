/** What a cell shows in place of a value: a picture, or why there is none. */
export interface CellPicture {
  /** The name of its file; undefined where it is not drawn. */
  readonly name: string | undefined;
  readonly alt: string;
  readonly why: string | undefined;
}

/** A picture of the workbook, as a file that its report links to. */
export interface PictureFile {
  /** Told by its bytes, so that a picture that stays keeps its address. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
