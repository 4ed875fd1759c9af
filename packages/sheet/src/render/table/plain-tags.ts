import { limits } from '@sheetwire/contract/limits';
import type { Setting } from '../cell-css.ts';
import { plainSettings } from '../content/settings.ts';
import type { CellStyles } from './cell-styles.ts';
import { cellTail } from './cell-tag.ts';
import { type PlainLook, plainLook, type SectionPlan } from './plain-look.ts';
import type { TableJob } from './table-job.ts';

/** What the tags of plain cells are made from. */
export interface TagHost {
  /** The looks of the places of the table, by row × columns + column. */
  readonly lookAt: Int32Array;
  readonly styles: CellStyles;
}

/** A look, and the tags of its plain cells. */
export interface LookPlan {
  readonly number: number;
  /** Counts from 1. */
  readonly place: number;
  readonly plain: PlainLook | undefined;
  readonly hasLines: boolean;
  readonly tails: Tails;
  /** The same beside cells with lines, by what these are. */
  readonly lined: Map<number, Tails>;
}

/** Tags behind the name of their cell, as far as they were written: by setting, or by the section of a number format. */
type Tails = Map<Setting | SectionPlan, Uint8Array>;

const encoder = new TextEncoder();
/** More than the looks of a workbook, and those that tables and rules make of them. */
const mostLooks = 2 ** 20;
/** Whether lines of the cell's own are drawn at the top and at the start too. */
const firstRow = 1;
const firstColumn = 2;
const sides = 4;

/** The tags of plain cells, made once for all that look alike. */
export class PlainTags {
  readonly #job: TableJob;
  readonly #host: TagHost;
  readonly #plans: LookPlan[] = [];
  /** Of looks that tables make, which have numbers below 0. */
  readonly #dressed: LookPlan[] = [];
  readonly #hasLines: boolean;
  #count = 0;
  #kept = 0;

  constructor(job: TableJob, host: TagHost) {
    this.#job = job;
    this.#host = host;
    let hasLines = false;
    for (const look of host.lookAt) hasLines = this.planOf(look).hasLines || hasLines;
    this.#hasLines = hasLines;
  }

  planOf(number: number): LookPlan {
    const place = number < 0 ? -number : number;
    const plans = number < 0 ? this.#dressed : this.#plans;
    const known = plans[place];
    if (known) return known;
    const look = this.#job.looks.get(number);
    const { top, bottom, start, end } = look.borders;
    const plan: LookPlan = {
      number,
      place: ++this.#count,
      plain: plainLook(look),
      hasLines: (top ?? bottom ?? start ?? end) !== undefined,
      tails: new Map(),
      lined: new Map(),
    };
    plans[place] = plan;
    return plan;
  }

  /** The tag of a cell behind its name; undefined until such a cell was written the usual way. */
  tailOf(plan: LookPlan, row: number, column: number, setting: Setting): Uint8Array | undefined {
    const tails = this.#tailsOf(plan, row, column);
    return tails.get(setting) ?? this.#made(plan, tails, { row, column, setting, key: setting });
  }

  /** That of a number that a section shows. */
  numberTail(plan: LookPlan, row: number, column: number, section: SectionPlan): Uint8Array | undefined {
    const tails = this.#tailsOf(plan, row, column);
    const known = tails.get(section);
    if (known) return known;
    const { ink, endRoom = 0 } = section;
    const setting = { ...plainSettings.number, ink, endRoom };
    return this.#made(plan, tails, { row, column, setting, key: section });
  }

  #made(
    plan: LookPlan,
    tails: Tails,
    { row, column, setting, key }: { row: number; column: number; setting: Setting; key: Setting | SectionPlan },
  ): Uint8Array | undefined {
    const styled = this.#host.styles.known(plan.number, setting, { row, column, area: undefined });
    if (styled === undefined) return undefined;
    const tail = encoder.encode(cellTail({ isNumber: setting.kind === 'number', ink: setting.ink, styled }));
    tails.set(key, tail);
    return tail;
  }

  #tailsOf(plan: LookPlan, row: number, column: number): Tails {
    if (!this.#hasLines) return plan.tails;
    const { rows, columns } = this.#job.grid;
    const at = row * columns.length + column;
    const below = row + 1 < rows.length ? this.planOf(this.#host.lookAt[at + columns.length] ?? 0) : undefined;
    const beside = column + 1 < columns.length ? this.planOf(this.#host.lookAt[at + 1] ?? 0) : undefined;
    if (!plan.hasLines && !below?.hasLines && !beside?.hasLines) return plan.tails;
    const own = (row === 0 ? firstRow : 0) + (column === 0 ? firstColumn : 0);
    const key = ((below?.place ?? 0) * mostLooks + (beside?.place ?? 0)) * sides + own;
    const known = plan.lined.get(key);
    if (known) return known;
    if (++this.#kept > limits.workbook.looksKept) this.#forget();
    const tails: Tails = new Map();
    plan.lined.set(key, tails);
    return tails;
  }

  #forget(): void {
    this.#kept = 0;
    for (const plans of [this.#plans, this.#dressed]) for (const plan of plans) plan?.lined.clear();
  }
}
