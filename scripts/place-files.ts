import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** How long files of earlier builds stay: a server that runs, and a page that is open, still ask for them. */
const earlierStay = 24 * 3600 * 1000;

/** How the files of a build are told apart. */
export interface BuildFiles {
  /** They go in last: what names the others, and the mark of a whole build. */
  readonly last: readonly string[];
  /** True for a file whose name is of its content. */
  readonly isHashed: (file: string) => boolean;
}

/** Of the built pages. */
export const pageFiles: BuildFiles = {
  last: ['index.html', 'api.html', join('.vite', 'manifest.json')],
  isHashed: (file) => file.startsWith(`assets${sep}`),
};

/** Moves a finished build into its place file by file, so that at no moment a file is missing or half there. */
export async function placeFiles(from: string, to: string, now: number, { last, isHashed }: BuildFiles): Promise<void> {
  const built = await filesIn(from);
  const present = await filesIn(to);
  const ordered = [...built.filter((file) => !last.includes(file)), ...last.filter((file) => built.includes(file))];
  for (const file of ordered) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await rename(join(from, file), join(to, file));
  }
  const isBuilt = new Set(built);
  const earlier = present.filter((file) => !isBuilt.has(file));
  await Promise.all(earlier.map((file) => removeUnlessWanted(join(to, file), isHashed(file), now)));
}

async function removeUnlessWanted(path: string, isHashed: boolean, now: number): Promise<void> {
  if (isHashed && now - (await changedAt(path)) < earlierStay) return;
  await rm(path, { force: true });
}

/** When a file was written; 0 when there is none. */
export async function changedAt(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return 0;
  }
}

async function filesIn(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
