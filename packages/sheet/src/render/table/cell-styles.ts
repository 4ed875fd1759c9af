import { limits } from '@sheetwire/contract/limits';
import { hostingCss } from '../../drawings/place.ts';
import { cellCss, type Setting, styleKey } from '../cell-css.ts';
import { CellEdges } from '../cell-edges.ts';
import type { MergeArea } from '../merges.ts';
import type { TableJob } from './table-job.ts';

/** A cell by its place in the grid; the area that it stands for, where it is merged. */
interface StyledPlace {
  readonly row: number;
  readonly column: number;
  readonly area: MergeArea | undefined;
}

/** The attributes of the styles of a table's cells, each made once. */
export class CellStyles {
  readonly #job: TableJob;
  readonly #edges: CellEdges;
  /** By look and setting; a number where the setting says little. */
  readonly #attributes = new Map<string | number, string>();

  /** `lookAt` has the looks of all places, by row × columns + column. */
  constructor(job: TableJob, lookAt: Int32Array) {
    const { rows, columns } = job.grid;
    this.#job = job;
    this.#edges = new CellEdges({ looks: job.looks, lookAt, width: columns.length, height: rows.length });
  }

  /** The attribute of a cell with a look of this number. */
  attribute(number: number, setting: Setting, place: StyledPlace): string {
    const { sheet, plain, looks, styles } = this.#job;
    const { key, edges, isHead, isHost } = this.#keyOf(number, setting, place);
    const known = this.#attributes.get(key);
    if (known !== undefined) return known;
    const around = { plain: plain.font, edges: edges ?? {}, isHead, isRightToLeft: sheet.isRightToLeft };
    const css = cellCss(looks.get(number), around, setting);
    const attribute = styles.attribute(isHost ? hostingCss(css) : css);
    if (this.#attributes.size >= limits.workbook.looksKept) this.#attributes.clear();
    this.#attributes.set(key, attribute);
    return attribute;
  }

  /** The same where a cell was written with it before. */
  known(number: number, setting: Setting, place: StyledPlace): string | undefined {
    return this.#attributes.get(this.#keyOf(number, setting, place).key);
  }

  #keyOf(number: number, setting: Setting, { row, column, area }: StyledPlace) {
    const { grid, plain, drawings } = this.#job;
    const isHead = row < grid.freeze.rows && plain.font.name !== '';
    const isHost = drawings.held.has(row * grid.columns.length + column);
    const edges = area ? this.#edges.around(area) : this.#edges.aroundCell(row, column);
    return { key: styleKey(number, setting, { edges, isHead, isHost }), edges, isHead, isHost };
  }
}
