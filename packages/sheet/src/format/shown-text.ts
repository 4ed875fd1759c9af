/** A value as its number format shows it. */
export interface ShownText {
  readonly text: string;
  /** A colour that the format names: `red`, or `color10` of the palette. */
  readonly ink: string | undefined;
  /** Where the format fills the cell to its width (`*x`), and with what. */
  readonly fill: { readonly at: number; readonly character: string } | undefined;
}

/** What stands for a number that its format cannot show, as a date before the first: number signs across its cell. */
export const noText = '########';
