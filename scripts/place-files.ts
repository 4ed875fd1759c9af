import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

const hour = 3600 * 1000;
/** How long a file stays once a build has others: a server that runs, and a page that is open, still ask for it. */
const earlierStay = 24 * hour;
/** No build takes longer. */
const longestBuild = hour;
const asideName = '.build-';

/** How the files of a build are told apart. */
export interface BuildFiles {
  /** They go in last: what names the others, and the mark of a whole build. */
  readonly last: readonly string[];
  /** Which file lists those of earlier builds that stay, and since when others have taken their place. */
  readonly earlier: string;
  /** True for a file whose name is of its content. */
  readonly isHashed: (file: string) => boolean;
}

/** Of the built pages, and of the add-in's among them. */
export const pageFiles: BuildFiles = {
  last: ['index.html', 'api.html', join('.vite', 'manifest.json')],
  earlier: join('.vite', 'earlier.json'),
  isHashed: (file) => dirname(file).split(sep).includes('assets'),
};

/**
 * A folder for a build until it is whole: beside its place, so that its files need only be renamed, whatever other disk
 * packages and temporary files are on. What builds left there that were cut off is removed.
 */
export async function folderBeside(place: string, now: number): Promise<string> {
  const folder = join(dirname(place), 'node_modules');
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (name.startsWith(asideName) && now - (await changedAt(join(folder, name))) > longestBuild)
      await removeIfAllowed(join(folder, name));
  }
  return mkdtemp(join(folder, asideName));
}

/** What another user left is in nobody's way. */
async function removeIfAllowed(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && (fault.code === 'EACCES' || fault.code === 'EPERM')))
      throw fault;
  }
}

/** Moves a finished build into its place file by file, so that at no moment a file is missing or half there. */
export async function placeFiles(from: string, to: string, now: number, files: BuildFiles): Promise<void> {
  const { last, earlier, isHashed } = files;
  const built = await filesIn(from);
  const present = await filesIn(to);
  const ordered = [...built.filter((file) => !last.includes(file)), ...last.filter((file) => built.includes(file))];
  for (const file of ordered) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await rename(join(from, file), join(to, file));
  }
  const isBuilt = new Set([...built, earlier]);
  const before = await replacedBefore(join(to, earlier));
  const stay: Record<string, number> = {};
  for (const file of present.filter((one) => !isBuilt.has(one))) {
    const since = before[file] ?? now;
    if (isHashed(file) && now - since < earlierStay) stay[file] = since;
    else await rm(join(to, file), { force: true });
  }
  await writeFile(join(from, 'earlier.json'), JSON.stringify(stay));
  await mkdir(dirname(join(to, earlier)), { recursive: true });
  await rename(join(from, 'earlier.json'), join(to, earlier));
}

/** Without a list that can be read, what is there stays a day from now. */
async function replacedBefore(list: string): Promise<Readonly<Record<string, number>>> {
  try {
    return JSON.parse(await readFile(list, 'utf8'));
  } catch {
    return {};
  }
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
