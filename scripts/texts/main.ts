import { argv } from 'node:process';
import { say } from '../steps.ts';
import { productTexts } from './product-texts.ts';

// Every text that people read, with its place; a path or several narrow the list.
const wanted = argv.slice(2);
const texts = productTexts().filter(({ path }) => wanted.length === 0 || wanted.some((one) => path.startsWith(one)));
for (const { path, line, kind, text } of texts) say(`${path}:${line}\t${kind}\t${text}`);
say(`${texts.length} texts`);
