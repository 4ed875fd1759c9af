import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { freshPrograms } from '../apps/cli/bin/built.js';
import { buildOxt } from './build-oxt.ts';
import { changedAt, folderBeside, pageFiles, placeFiles } from './place-files.ts';
import { root, runStep, type Step, say } from './steps.ts';

const web = join(root, 'apps/web');
const addIn = join(root, 'apps/excel-addin');
/** What the built pages are made of. */
const sources = [
  'apps/web/src',
  'apps/web/public',
  'docs/reference',
  'packages/rules/src',
  'packages/contract/src',
  'packages/client/src',
  'packages/page/src',
  'packages/sheet/src',
  'packages/live-book/src',
  'apps/excel-addin/src',
  'apps/excel-addin/public',
  'clients/libreoffice/extension',
  'clients/libreoffice/src',
  'clients/python/src',
];

/** The API reference is built apart, so that it shares nothing with the other pages and costs them nothing. */
const apart = ['--config', 'vite.api.config.ts'];

/** A whole build beside the pages in use; NODE_ENV is named, so that a build from within a test run is the same one. */
function stepsInto(folder: string): readonly Step[] {
  const args = ['build', '--logLevel', 'warn', '--outDir', folder];
  const env = { NODE_ENV: 'production' };
  return [
    { name: 'pages', command: 'vite', args: [...args, '--emptyOutDir'], cwd: web, env },
    { name: 'API reference', command: 'vite', args: [...args, ...apart], cwd: web, env },
    {
      name: 'Excel add-in',
      command: 'vite',
      args: ['build', '--logLevel', 'warn', '--outDir', join(folder, 'addin')],
      cwd: addIn,
      env,
    },
    { name: 'compressed copies', command: 'node', args: ['scripts/precompress.ts', folder], cwd: web },
  ];
}

const addInPages = ['pane.html', 'sign-in.html', 'selftest.html'].map((name) => join(addIn, name));

interface BuildOptions {
  readonly ifMissing: boolean;
  /** Ends what is under way. */
  readonly signal?: AbortSignal;
}

/** How a program is built, and found where it is built already. */
interface Building {
  readonly run?: typeof runStep;
  readonly programs?: () => ReturnType<typeof freshPrograms>;
}

/** In a process of its own: what bundles is not loaded into the server that is started next. */
const program: Step = { name: 'program', command: 'node', args: ['scripts/build-program.ts'] };

/** Builds the pages, the server and the command line; true when what runs is there. */
export async function buildProduct(options: BuildOptions): Promise<boolean> {
  return (await hasProgram(options)) && buildWeb(options);
}

/**
 * Builds the server and the command line; true when there is a program to run. That may be its sources: a checkout
 * without the packages that build, or on a disk that cannot be written, still starts.
 */
export async function hasProgram(
  { ifMissing, signal }: BuildOptions,
  { run = runStep, programs = () => freshPrograms(root) }: Building = {},
): Promise<boolean> {
  if (ifMissing && programs() !== undefined) return true;
  if ((await run(program, signal)).isGood) return true;
  if (!ifMissing || signal?.aborted) return false;
  say('The program could not be built; it runs from its sources, which takes longer to start');
  return true;
}

/** Builds the pages of the portal into apps/web/dist; true when they are there. */
export async function buildWeb({ ifMissing, signal }: BuildOptions): Promise<boolean> {
  if (ifMissing && (await isFresh())) return true;
  const dist = join(web, 'dist');
  const aside = await folderBeside(dist, Date.now());
  try {
    for (const step of stepsInto(aside)) if (!(await runStep(step, signal)).isGood) return false;
    await buildOxt(join(aside, 'get/sheetwire.oxt'));
    await placeFiles(aside, dist, Date.now(), pageFiles);
    return true;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** True when the built pages are younger than everything they are made of. */
async function isFresh(): Promise<boolean> {
  const built = await changedAt(join(web, 'dist/.vite/manifest.json'));
  if (built === 0) return false;
  const times = await Promise.all(
    [join(web, 'index.html'), join(web, 'api.html'), ...addInPages, ...(await filesOf(sources))].map(changedAt),
  );
  return times.every((time) => time < built);
}

async function filesOf(folders: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    }),
  );
  return lists.flat();
}

if (import.meta.main && !(await buildProduct({ ifMissing: argv.includes('--if-missing') }))) process.exitCode = 1;
