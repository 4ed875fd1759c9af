import type { Theme } from '../../../../read/theme.ts';
import type { ValueSource } from '../../model.ts';

/** The values that a series refers to by number. */
export interface SeriesData {
  readonly categories?: ValueSource;
  readonly values: ValueSource;
  /** There are more levels of categories than are drawn. */
  readonly isTooDeep: boolean;
}

/** What the readers of a newer chart's pieces share. */
export interface Part {
  readonly theme: Theme;
  /** The colours of letters and lines that say none. */
  readonly soft: string;
  readonly pale: string;
  readonly data: ReadonlyMap<string, SeriesData>;
}
