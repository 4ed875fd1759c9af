import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../steps.ts';

/** Which folders a folder may import from. */
export type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** The arrows that docs/architecture.md draws under a heading: lines `from → to, to` in the first fenced block below it. */
export function drawnArrows(heading: string): Arrows {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const [, below = ''] = text.split(`\n## ${heading}\n`);
  const [, block = ''] = below.split('```');
  const lines = block.split('\n').filter((line) => line.includes('→'));
  return new Map(
    lines.map((line) => {
      const [from = '', to = ''] = line.split('→');
      return [from.trim(), new Set(to.split(',').map((name) => name.trim()))];
    }),
  );
}

/** The imports between the folders of a source tree as they are; tests, their helpers and the tree's root left out. */
export function importedArrows(tree: string): Arrows {
  const arrows = new Map<string, Set<string>>();
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', `${tree}/*.ts`, `${tree}/*.tsx`];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  for (const file of files) {
    const [from, ...rest] = file.slice(tree.length + 1).split('/');
    if (from === undefined || rest.length === 0 || isOfTests(file)) continue;
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, to] of text.matchAll(/(?:from|import\() ?'#([a-z-]+)\//g)) {
      if (to === undefined || to === from) continue;
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  return arrows;
}

/** Every arrow as `from → to`. */
export function listed(arrows: Arrows): string[] {
  return [...arrows].flatMap(([from, all]) => [...all].map((to) => `${from} → ${to}`)).sort();
}

/** The folders that lead back to themselves. */
export function circlesOf(arrows: Arrows): string[] {
  return [...arrows.keys()].filter((start) => reached(arrows, start).has(start));
}

function reached(arrows: Arrows, start: string): Set<string> {
  const found = new Set<string>();
  const open = [...(arrows.get(start) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(arrows.get(next) ?? []));
  }
  return found;
}

function isOfTests(file: string): boolean {
  return /\.test\.tsx?$|\/(testing|suite|test-support|harness)\//.test(file);
}
