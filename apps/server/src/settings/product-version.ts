import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const manifest = z.object({ version: z.string() });

/** The version that the server's own package names. */
export function productVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return manifest.parse(JSON.parse(text)).version;
}
