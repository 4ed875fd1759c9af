import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { argv } from 'node:process';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const compressed = new Set(['.js', '.css', '.svg', '.webmanifest']);
/** Below this a compressed copy saves less than its headers cost. */
const smallest = 512;

/** Writes a .br and a .gz beside every text asset, once, so that no request compresses (architecture, decision 10). */
async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressed.has(extname(entry.name)));
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = await readFile(path);
      if (bytes.length < smallest) return;
      const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
      await Promise.all([
        brotli(bytes, best).then((small) => writeFile(`${path}.br`, small)),
        zip(bytes, { level: constants.Z_BEST_COMPRESSION }).then((small) => writeFile(`${path}.gz`, small)),
      ]);
    }),
  );
}

await precompress(argv[2] ?? join(import.meta.dirname, '../dist'));
