import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { root, say } from '../steps.ts';
import { placeProduct } from './product.ts';

const [, , into] = argv;

/** Why the product cannot be placed there. */
function faultOf(folder: string): string | undefined {
  // The files of a server that runs are not exchanged under it, and those of two versions not mixed.
  if (existsSync(folder) && readdirSync(folder).length > 0)
    return `${folder} is not empty: place the product in a new folder`;
  return existsSync(join(root, 'apps/web/dist/index.html')) ? undefined : 'Build the pages first: npm run build';
}

const fault = into === undefined ? 'Say where to: node scripts/image/place-product.ts FOLDER' : faultOf(into);
if (into === undefined || fault !== undefined) {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 2;
} else {
  await placeProduct(into, { hasPages: true });
  say(`the product lies in ${into}`);
}
