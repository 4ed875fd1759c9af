import type { CellPlace, CellRange } from '../model.ts';
import type { PartLook } from '../part-look.ts';

/** An end or a step of a scale, a bar or a set of icons (`cfvo`). */
export interface RulePoint {
  readonly type: string;
  readonly value: string;
  /** The value itself belongs to what is above it. */
  readonly isAtLeast: boolean;
}

/** What a data bar says beyond its ends and its colour. */
export interface BarLook {
  /** Percent of the cell. */
  readonly least: number;
  readonly most: number;
  readonly showsValue: boolean;
  readonly isGradient: boolean;
  readonly negative: string | undefined;
  readonly axis: 'automatic' | 'middle' | 'none';
  /** `context` follows the direction of the sheet. */
  readonly direction: 'context' | 'leftToRight' | 'rightToLeft';
  readonly axisColor: string;
}

/** The icons of a rule: a set, or an icon of its own for each step. */
export interface RuleIcons {
  readonly set: string;
  readonly showsValue: boolean;
  readonly isReversed: boolean;
  readonly own: { readonly set: string; readonly step: number }[];
}

/** A rule of conditional formatting as the file has it, its colours resolved (ECMA-376 part 1, 18.3.1.10). */
export interface Rule {
  readonly ranges: readonly CellRange[];
  /** The cell at which its relative references begin. */
  readonly start: CellPlace;
  readonly type: string;
  readonly priority: number;
  readonly stops: boolean;
  /** Number of the differential format. */
  readonly format: number | undefined;
  /** The differential format of a rule that brings its own. */
  readonly look: PartLook | undefined;
  readonly operator: string;
  readonly text: string;
  readonly period: string;
  readonly rank: number;
  readonly isPercent: boolean;
  readonly isBottom: boolean;
  readonly isAbove: boolean;
  readonly isEqualToo: boolean;
  readonly deviations: number;
  readonly formulas: readonly string[];
  readonly points: readonly RulePoint[];
  readonly colors: readonly (string | undefined)[];
  readonly bar: BarLook | undefined;
  readonly icons: RuleIcons | undefined;
}
