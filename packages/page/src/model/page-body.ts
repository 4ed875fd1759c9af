/** A page's canonical HTML and its list of styles: what a fetch gives and a delta changes. */
export interface PageBody {
  readonly html: string;
  readonly styles: readonly string[];
}
