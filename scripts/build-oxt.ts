import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { argv } from 'node:process';
import { strToU8, zipSync } from 'fflate';
import { root, say } from './steps.ts';

/** Where a file of the extension comes from: its own folder, the publisher, and the calls that the Python package has. */
const sources: readonly (readonly [from: string, pattern: string, to: string])[] = [
  ['clients/libreoffice/extension', '**/*.{py,xml,xcu,txt,png}', ''],
  ['clients/libreoffice/src', 'sheetwire_office/*.py', 'pythonpath/'],
  ['clients/python/src', 'sheetwire/*.py', 'pythonpath/'],
];
/** The first day that a .zip file can name: equal sources make equal bytes. */
const noDay = new Date(1980, 0, 1);

/** The extension for LibreOffice as an .oxt file, with the version of the product. */
export function oxtBytes(): Uint8Array {
  const files = sources.flatMap(([from, pattern, to]) =>
    globSync(pattern, { cwd: join(root, from) }).map((path) => [`${to}${path}`, join(root, from, path)] as const),
  );
  const entries = files.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, path]) => [name, contentOf(name, path)]);
  return zipSync(Object.fromEntries(entries), { mtime: noDay, level: 9 });
}

function contentOf(name: string, path: string): Uint8Array {
  if (name !== 'description.xml') return readFileSync(path);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return strToU8(readFileSync(path, 'utf8').replace('<version value="0.0.0"/>', `<version value="${version}"/>`));
}

/** Writes the extension to a file. */
export async function buildOxt(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, oxtBytes());
}

if (import.meta.main) {
  const path = argv[2] ?? join(root, 'dist/sheetwire.oxt');
  await buildOxt(path);
  say(path);
}
