import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { root, say } from '../steps.ts';
import { placeProduct } from './product.ts';

const [, , into] = argv;
if (into === undefined) throw new Error('Say where to: node scripts/image/place-product.ts FOLDER');
// The files of a server that runs are not exchanged under it, and those of two versions not mixed.
if (existsSync(into) && readdirSync(into).length > 0)
  throw new Error(`${into} is not empty: place the product in a new folder`);
if (!existsSync(join(root, 'apps/web/dist/index.html'))) throw new Error('Build the pages first: npm run build');
await placeProduct(into, { hasPages: true });
say(`the product lies in ${into}`);
