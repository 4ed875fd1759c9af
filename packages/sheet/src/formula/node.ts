import type { CellRange } from '../model.ts';
import type { SheetGrid } from './cells/sheet-grid.ts';
import type { FunctionSpec } from './function-spec.ts';
import type { Scalar, Value } from './values/value.ts';

/** A rectangle as a formula writes it, for the place that the formula was written for. */
export interface WrittenArea extends CellRange {
  /** Sides that stay where they are when the formula moves. */
  readonly fixed: { readonly top: boolean; readonly left: boolean; readonly bottom: boolean; readonly right: boolean };
}

export type Node =
  | { readonly kind: 'value'; readonly value: Scalar; readonly isFixed: true }
  | { readonly kind: 'array'; readonly value: Value; readonly isFixed: true }
  | { readonly kind: 'area'; readonly sheet: string; readonly area: WrittenArea; readonly isFixed: boolean }
  | { readonly kind: 'name'; readonly sheet: string; readonly name: string; readonly isFixed: false }
  | TableNode
  | { readonly kind: 'unary'; readonly operator: string; readonly of: Node; readonly isFixed: boolean }
  | BinaryNode
  | CallNode
  | LetNode;

export interface TableNode {
  readonly kind: 'table';
  readonly table: string;
  readonly columns: readonly string[];
  readonly sections: readonly string[];
  readonly isFixed: boolean;
}

export interface BinaryNode {
  readonly kind: 'binary';
  readonly operator: string;
  readonly left: Node;
  readonly right: Node;
  readonly isFixed: boolean;
}

export interface CallNode {
  readonly kind: 'call';
  readonly name: string;
  /** Undefined for a function that is not evaluated. */
  readonly spec: FunctionSpec | undefined;
  readonly args: readonly (Node | undefined)[];
  /** Gives the same wherever the formula stands. */
  readonly isFixed: boolean;
  /** What it gave on a sheet, where it is fixed. */
  held: { readonly sheet: SheetGrid; readonly value: Value } | undefined;
}

export interface LetNode {
  readonly kind: 'let';
  readonly names: readonly string[];
  readonly values: readonly Node[];
  readonly body: Node;
  readonly isFixed: false;
}

/** A formula that was read. */
export interface Formula {
  readonly root: Node;
  /** Functions that are not evaluated, in upper case. */
  readonly unknown: readonly string[];
}
