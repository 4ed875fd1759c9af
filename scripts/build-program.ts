import { existsSync, globSync, statSync } from 'node:fs';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import type { BuiltProgram, Source } from '../apps/cli/bin/built.js';
import { folderBeside, placeFiles } from './place-files.ts';
import { root } from './steps.ts';

/** Beside `src`: what a file of `apps/server/src` names as `../…`, a file here finds by the same words. */
const home = join(root, 'apps/server/dist');
const serverSource = join(root, 'apps/server/src');
const commandLine = join(root, 'apps/cli/src/main.ts');
/** The list of what it is made of; it goes in last, as the mark of a whole build. */
const list = 'sources.json';
/** Compiled for one machine, or optional; Node looks for them when they are needed. */
const external = ['kerberos', 'pg-native'];
/** Threads, and what several programs share: another content, another name, so that a server that runs finds its own. */
const hashed = /\.[\w-]{8}\.js(\.map)?$/;

/** Each program by its source, and the name of its file. */
function programs(): Map<string, string> {
  const ofServer = globSync(['main.ts', '*-main.ts'], { cwd: serverSource }).toSorted();
  return new Map([
    [commandLine, 'sheetwire.js'],
    ...ofServer.map((file): [string, string] => [join(serverSource, file), file.replace(/ts$/, 'js')]),
  ]);
}

const anyAddress = /import\.meta\b/;
const ofSource = /new URL\('(\.\.?\/[\w./-]+\.ts)', import\.meta\.url\)/g;
const ofProduct = /new URL\('\.\.\/[\w./-]+', import\.meta\.url\)/g;

const ofBundle = /new URL\((?:import\.meta\.ROLLUP_FILE_URL_[^()\s]+|'\.\/[\w-]+\.js', import\.meta\.url)\)/g;

/** A module's own file, and what its addresses become. */
interface Addressed {
  readonly file: string;
  /** The names of programs by their sources. */
  readonly named: ReadonlyMap<string, string>;
  /** Makes a file of the bundle of a thread's source; answers its reference. */
  readonly thread: (source: string) => string;
}

/**
 * Threads and programs are named by the address of their source, beside the module that starts them; here they become
 * files of the bundle. Any other use of a module's address would mean another place in the bundle, and is refused.
 */
export function withAddresses(code: string, { file, named, thread }: Addressed): string {
  const changed = code.replaceAll(ofSource, (_, path: string) => {
    const source = resolve(dirname(file), path);
    const program = named.get(source);
    if (program !== undefined) return `new URL('./${program}', import.meta.url)`;
    return `new URL(import.meta.ROLLUP_FILE_URL_${thread(source)})`;
  });
  const rest = changed.replaceAll(ofBundle, '');
  if (anyAddress.test(dirname(file) === serverSource ? rest.replaceAll(ofProduct, '') : rest))
    throw new Error(`${relative(root, file)} uses import.meta in a way that cannot be bundled`);
  return changed;
}

function addresses(named: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'addresses',
    transform: {
      filter: { id: { include: /^\//, exclude: /\/node_modules\// }, code: anyAddress },
      handler(code, file) {
        const thread = (id: string) => this.emitFile({ type: 'chunk', id, name: basename(id, '.ts') });
        // Each line stays where it was.
        return { code: withAddresses(code, { file, named, thread }), map: null };
      },
    },
  };
}

/**
 * Bundles the server, its threads and the command line into a folder, with maps where a place is named that it is moved to;
 * the files that went in.
 */
async function bundle(folder: string, place?: string): Promise<readonly string[]> {
  const named = programs();
  const input = Object.fromEntries([...named].map(([source, file]) => [basename(file, '.js'), source]));
  const made = await rolldown({ input, platform: 'node', external, cwd: root, plugins: [addresses(named)] });
  await made.write({
    dir: folder,
    format: 'esm',
    keepNames: true,
    sourcemap: place !== undefined,
    // A map names sources from where it lies in the end.
    sourcemapPathTransform: (source, map) => relative(place ?? folder, resolve(dirname(map), source)),
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: ({ facadeModuleId }) => named.get(facadeModuleId ?? '') ?? '[name].[hash].js',
    chunkFileNames: '[name].[hash].js',
  });
  const files = await made.watchFiles;
  await made.close();
  return files;
}

/** A file as it was when the build began; one that changed since is never taken for the same. */
function asItWas(file: string, began: number): Source {
  const [path, changed, size] = asItIs(file, file);
  return [path, changed < began ? changed : 0, size];
}

/** A file as it is where it lies, under the name of its place. */
function asItIs(file: string, place: string): Source {
  const { mtimeMs, size } = statSync(file);
  return [relative(root, place), mtimeMs, size];
}

/**
 * Gives programs the time of their newest source, and tells them so: those of another build at the same time count as the
 * same where it was of the same sources, and else as others, whichever of the two was the last to put its own in place.
 */
function datedLike(sources: readonly Source[], aside: string, into: string): Promise<Source[]> {
  const newest = new Date(Math.max(...sources.map(([, changed]) => changed)));
  const dated = [...programs().values()].map(async (file) => {
    await utimes(join(aside, file), newest, newest);
    return asItIs(join(aside, file), join(into, file));
  });
  return Promise.all(dated);
}

/** Builds the program anew, into apps/server/dist unless another folder is named. */
export async function buildProgram(into: string = home): Promise<void> {
  const began = Date.now();
  const aside = await folderBeside(into, began);
  try {
    // Node reads maps only when it is asked to, by --enable-source-maps.
    const files = await bundle(aside, into);
    const own = files.filter((file) => !file.includes('/node_modules/'));
    const beside = [
      import.meta.filename,
      // npm writes one of them when packages change, and the other when it installs them: two files for thousands.
      ...['package-lock.json', 'node_modules/.package-lock.json'].map((file) => join(root, file)).filter(existsSync),
      ...globSync('{apps,packages}/*/package.json', { cwd: root }).map((file) => join(root, file)),
    ];
    const all = [...new Set([...own, ...beside])].toSorted();
    const sources = all.map((file) => asItWas(file, began));
    await writeList(aside, [...sources, ...(await datedLike(sources, aside, into))]);
    await placeFiles(aside, into, began, {
      last: [...programs().values(), list],
      earlier: 'earlier.json',
      isHashed: (file) => hashed.test(file),
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Builds the program into a product that holds no sources: nothing that it is made of can change there. */
export async function buildProgramInto(folder: string): Promise<void> {
  await bundle(folder);
  await writeList(folder, []);
}

async function writeList(folder: string, sources: readonly Source[]): Promise<void> {
  const built: BuiltProgram = {
    programs: Object.fromEntries([...programs()].map(([source, file]) => [relative(root, source), file])),
    sources,
  };
  await writeFile(join(folder, list), JSON.stringify(built));
}

if (import.meta.main) await buildProgram();
