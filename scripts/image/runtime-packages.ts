import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The folders of all packages that these workspaces need to run, the workspaces themselves apart; optional ones where they are installed. */
export function runtimePackages(root: string, workspaces: readonly string[]): string[] {
  const found = new Set<string>();
  const waiting = workspaces.map((path) => join(root, path));
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const needed = neededBy(folder, root).filter((at) => !found.has(at));
    for (const at of needed) found.add(at);
    waiting.push(...needed);
  }
  return [...found].toSorted();
}

function neededBy(from: string, root: string): string[] {
  const needs = [...needsOf(from)].filter(([name]) => !name.startsWith('@sheetwire/'));
  return needs.flatMap(([name, isNeeded]) => {
    const at = folderOf(name, from, root);
    if (at === undefined && isNeeded) throw new Error(`${name}, which ${from} needs, is not installed`);
    return at ?? [];
  });
}

function needsOf(folder: string): Map<string, boolean> {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const named = (names: Readonly<Record<string, string>> = {}, isNeeded: boolean) =>
    Object.keys(names).map((name): [string, boolean] => [name, isNeeded]);
  // npm names an optional dependency in both lists.
  return new Map([...named(manifest.dependencies, true), ...named(manifest.optionalDependencies, false)]);
}

/** Where Node finds a package from a folder. */
function folderOf(name: string, from: string, root: string): string | undefined {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const at = join(folder, 'node_modules', name);
    if (existsSync(join(at, 'package.json'))) return at;
  }
  return undefined;
}
