/** What to publish: whole sheets, one range, or named pages; nothing = every visible sheet. */
export interface PageSelection {
  readonly sheets?: readonly string[];
  /** `Sheet!A1:F40`, a named range, a table or a sheet name. */
  readonly range?: string;
  /** One page each. Without a title it is named after what its range names, spelled as in the workbook. */
  readonly pages?: readonly { readonly title?: string; readonly range: string }[];
  /** Cells with a list or a checkbox become controls; of a list of names, the cells that have these names in the workbook. */
  readonly takesEntries?: boolean | readonly string[];
}
