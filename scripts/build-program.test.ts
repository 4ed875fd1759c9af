import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type BuiltProgram, freshPrograms, programToRun, type Source } from '../apps/cli/bin/built.js';
import { buildProgram, buildProgramInto, withAddresses } from './build-program.ts';
import { root } from './steps.ts';
import { run } from './test/program.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-program-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = (file: string) => join(folder, file);
const source = () => pathToFileURL(at('apps/server/src/main.ts'));
const built = () => pathToFileURL(at('apps/server/dist/main.js'));

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(at(file)), { recursive: true });
  await writeFile(at(file), content);
}

/** A checkout whose program was built of two files. */
beforeEach(async () => {
  await write('apps/server/src/main.ts', 'main');
  await write('packages/rules/src/date.ts', 'date');
  await write('apps/server/dist/main.js', 'built');
  const files = ['apps/server/src/main.ts', 'packages/rules/src/date.ts'];
  const sources = await Promise.all(
    files.map(async (file) => {
      const { mtimeMs, size } = await stat(at(file));
      return [file, mtimeMs, size];
    }),
  );
  await write('apps/server/dist/sources.json', JSON.stringify({ programs: { [files[0] ?? '']: 'main.js' }, sources }));
});

test('a program runs as it was built while its sources are as they were', () => {
  expect(programToRun(source())).toEqual(built());
  expect(programToRun(built())).toEqual(built());
});

test.each<[string, () => Promise<void>]>([
  ['changed', () => write('packages/rules/src/date.ts', 'other')],
  ['changed back to an older one', () => utimes(at('packages/rules/src/date.ts'), 1, 1)],
  ['removed', () => rm(at('packages/rules/src/date.ts'))],
])('a program whose source was %s runs from its sources', async (_, change) => {
  await change();
  expect(programToRun(source())).toEqual(source());
  expect(freshPrograms(folder)).toBeUndefined();
});

test('a program that was never built, or only in part, runs from its sources', async () => {
  await rm(at('apps/server/dist/sources.json'));
  expect(programToRun(source())).toEqual(source());
});

test.each(['', '{"programs":', '\0\0\0'])('a list that was cut off, as %j, says nothing', async (text) => {
  await write('apps/server/dist/sources.json', text);
  expect(programToRun(source())).toEqual(source());
});

test('a source of which the list knows nothing is its own program', () => {
  const other = pathToFileURL(at('apps/cli/src/main.ts'));
  expect(programToRun(other)).toEqual(other);
});

const imports = /^(?:import|export)\b[^'"]*?(?:\bfrom )?"(\.\/[^"]+)"/gm;

/** The files that Node loads before the first line of one runs. */
async function loadedWith(file: string, seen = new Set<string>()): Promise<ReadonlySet<string>> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, next = ''] of (await readFile(file, 'utf8')).matchAll(imports))
    await loadedWith(join(dirname(file), next), seen);
  return seen;
}

test('the built server loads no library of what its settings leave out, and its threads no more than they need', async () => {
  const dist = at('program/apps/server/dist');
  await buildProgramInto(dist);
  const holds = async (name: string, text: string) => {
    const files = [...(await loadedWith(join(dist, name)))];
    expect(files.length).toBeGreaterThan(3);
    const contents = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    return contents.some((content) => content.includes(text));
  };
  expect(await holds('main.js', '// node_modules/fastify/')).toBe(true);
  for (const library of ['@opentelemetry', '@nats-io', 'nodemailer', '@borgar', 'yauzl'])
    expect(await holds('main.js', `// node_modules/${library}/`)).toBe(false);
  expect(await holds('sheetwire.js', '// node_modules/fastify/')).toBe(false);
  const writer = (await run('ls', [dist])).split('\n').find((file) => file.startsWith('writer-worker.')) ?? '';
  expect(await holds(writer, '// node_modules/fastify/')).toBe(false);
});

test('the list of a build names what programs and threads are made of, what decides what packages they hold, and them', async () => {
  // It is put in place on whatever disk that is.
  const other = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'sheetwire-listed-'));
  onTestFinished(() => rm(other, { recursive: true }));
  const dist = join(other, 'dist');
  await Promise.all([buildProgram(dist), buildProgram(dist)]);
  const { sources }: BuiltProgram = JSON.parse(await readFile(join(dist, 'sources.json'), 'utf8'));
  const files = sources.map(([file]) => file);
  for (const file of ['src/main.ts', 'src/doctor-main.ts', 'src/storage/sqlite/writer-worker.ts', 'package.json'])
    expect(files).toContain(`apps/server/${file}`);
  for (const file of ['apps/cli/src/commands/publish.ts', 'packages/sheet/src/render-worker.ts', 'package-lock.json'])
    expect(files).toContain(file);
  expect(files).toContain('scripts/build-program.ts');
  expect(sources.filter(([, changed]) => changed === 0)).toEqual([]);
  const isOther = async ([file, changed, size]: Source) => {
    const now = await stat(join(root, file));
    return now.mtimeMs !== changed || now.size !== size ? [basename(file)] : [];
  };
  const others = async () => (await Promise.all(sources.map(isOther))).flat();
  expect(await others()).toEqual([]);
  const map: { readonly sources: readonly string[] } = JSON.parse(await readFile(join(dist, 'main.js.map'), 'utf8'));
  expect(map.sources.map((file) => join(dist, file))).toContain(join(root, 'apps/server/src/main.ts'));
  // As a build of other sources would do that ends a little earlier.
  await utimes(join(dist, 'main.js'), 1, 1);
  expect(await others()).toEqual(['main.js']);
});

const src = join(root, 'apps/server/src');
const addressed = (code: string, file: string) =>
  withAddresses(code, { file: join(src, file), named: new Map([[join(src, 'main.ts'), 'main.js']]), thread: basename });

test.each([
  ['a thread', 'books/book-threads.ts', './book-worker.ts', 'new URL(import.meta.ROLLUP_FILE_URL_book-worker.ts)'],
  ['a program', 'lib/start.ts', '../main.ts', "new URL('./main.js', import.meta.url)"],
  ['what lies beside the folder', 'main.ts', '../../web/dist', "new URL('../../web/dist', import.meta.url)"],
])('the address of %s leads to the same in the bundle', (_, file, path, becomes) => {
  expect(addressed(`new URL('${path}', import.meta.url)`, file)).toBe(becomes);
});

test.each([
  ['lib/texts.ts', "new URL('../../package.json', import.meta.url)"],
  ['lib/texts.ts', "join(import.meta.dirname, 'texts')"],
  ['main.ts', "new URL('./texts.json', import.meta.url)"],
  ['main.ts', 'new URL(name, import.meta.url)'],
])('a bundle has no place for what %s names by %s', (file, code) => {
  expect(() => addressed(code, file)).toThrow(`apps/server/src/${file} uses import.meta`);
});
