import type { PlotGroup, PlotSeries, TreeNode } from '../plot-series.ts';

interface Draft {
  readonly name: string;
  value: number;
  index: number;
  readonly children: Draft[];
  readonly branches: Map<string, Draft>;
}

/** The hierarchy of a treemap or sunburst; values that are nothing or less have no room in it. */
export function treeOf(plain: PlotGroup): PlotGroup {
  return { ...plain, series: plain.series.slice(0, 1).map((source) => ({ ...source, tree: rootOf(source) })) };
}

function rootOf({ values, categories, levels }: PlotSeries): TreeNode {
  const root = draft('');
  const outer = levels.toReversed();
  let before: readonly string[] = [];
  for (const [place, value] of values.entries()) {
    before = pathAt(outer, place, before);
    const leaf = categories[place] ?? '';
    if (value === undefined || !(value > 0)) continue;
    let node = root;
    node.value += value;
    for (const name of before) {
      if (name === '') continue;
      node = branchOf(node, name);
      node.value += value;
    }
    if (leaf === '' && node !== root) continue;
    const last = draft(leaf);
    last.value = value;
    node.children.push(last);
  }
  number(root);
  return root;
}

function draft(name: string): Draft {
  return { name, value: 0, index: 0, children: [], branches: new Map() };
}

function branchOf(node: Draft, name: string): Draft {
  const known = node.branches.get(name);
  if (known) return known;
  const made = draft(name);
  node.branches.set(name, made);
  node.children.push(made);
  return made;
}

/** A blank name is the one above, unless a wider one begins anew: then there is none. */
function pathAt(
  outer: readonly (readonly (string | undefined)[])[],
  place: number,
  before: readonly string[],
): readonly string[] {
  let isNew = false;
  return outer.map((names, level) => {
    const own = names[place]?.trim() ?? '';
    isNew ||= own !== '';
    return own === '' && !isNew ? (before[level] ?? '') : own;
  });
}

/** Gives each its place; the depth is bounded by the levels of categories. */
function number(root: Draft): void {
  let next = -1;
  const visit = (node: Draft) => {
    node.index = next++;
    for (const child of node.children) visit(child);
  };
  visit(root);
}
