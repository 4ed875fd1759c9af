/** A name that was spelled anew when names that read the same became one. */
export interface RenamedNameTable {
  /** `reports` or `principals`. */
  kind: string;
  was: string;
  is_now: string;
  why: string;
  at: number;
}
