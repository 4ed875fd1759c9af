import { showNumber } from '../../../../format/number-format.ts';
import type { LabelLook, ShapeLook } from '../../model.ts';
import type { PlotGroup, PlotSeries, TreeNode } from '../../plot-series.ts';
import { accentOf, type Ink } from '../ink.ts';
import { type Type, typeOf } from '../svg.ts';

/** What the shapes of a hierarchy are drawn with. */
export interface TreeInk {
  readonly ink: Ink;
  readonly series: PlotSeries;
  readonly labels: LabelLook | undefined;
  readonly type: Type;
}

/** The ink of the hierarchy of a group: its labels stand on colours. */
export function treeInk(series: PlotSeries, ink: Ink): TreeInk {
  const { labels } = series.series;
  const type = typeOf(labels?.letters ?? {}, { ...ink.type, color: ink.chart.ground });
  return { ink, series, labels, type };
}

/** The look of a branch at the top. */
export function branchLook(node: TreeNode, place: number, { ink, series }: Pick<TreeInk, 'ink' | 'series'>): ShapeLook {
  const own = series.series.points[node.index]?.look;
  const fill = own?.fill ?? series.series.look.fill ?? { color: accentOf(ink.chart, place) };
  return { fill, line: own?.line ?? series.series.look.line ?? { paint: { color: ink.chart.ground }, width: 1 } };
}

/** The look of a node that lies within another: its own, else that one's. */
export function nodeLook(node: TreeNode, around: ShapeLook, { series }: TreeInk): ShapeLook {
  const own = series.series.points[node.index]?.look;
  return own ? { ...around, ...own } : around;
}

/** The words of a node; '' for one without a label. */
export function nodeText(node: TreeNode, { labels, series }: TreeInk): string {
  if (!labels) return '';
  const own = labels.points[node.index];
  if (Object.hasOwn(labels.points, node.index) && !own) return '';
  const look = { ...labels, ...own };
  const code = look.format ?? series.format ?? 'General';
  return [
    look.showsSeries ? series.name : '',
    look.showsCategory ? node.name : '',
    look.showsValue ? showNumber(node.value, code, false).text.trim() : '',
  ]
    .filter((part) => part !== '')
    .join(look.separator.replace('\n', ' '));
}

/** The branches at the top of a hierarchy, for its legend. */
export function branchesOf({ series: [first] }: PlotGroup): readonly TreeNode[] {
  return first?.tree?.children ?? [];
}

/** Shapes of a look, as one path of each. */
export class PathsByLook {
  readonly #paths = new Map<string, { readonly look: ShapeLook; readonly steps: string[] }>();

  add(look: ShapeLook, step: string): void {
    const key = JSON.stringify(look);
    const known = this.#paths.get(key) ?? { look, steps: [] };
    this.#paths.set(key, known);
    known.steps.push(step);
  }

  map(write: (look: ShapeLook, d: string) => string): string {
    return [...this.#paths.values()].map(({ look, steps }) => write(look, steps.join(''))).join('');
  }
}
