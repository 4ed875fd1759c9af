import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { argv, stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { buildProduct } from '../../scripts/build.ts';
import { account } from './account.ts';
import { admin } from './admin.ts';
import { api } from './api.ts';
import type { Album } from './camera.ts';
import { doors } from './doors.ts';
import { excel } from './excel.ts';
import { guarded } from './guard/guard.ts';
import { publishing } from './publishing.ts';
import { superPages } from './super-pages.ts';
import { viewer } from './viewer.ts';

/** Each takes the pictures of its pages and answers what was wrong. */
const areas: Readonly<Record<string, (album: Album) => Promise<string[]>>> = {
  doors,
  account,
  publishing,
  guard: guarded,
  excel,
  admin,
  super: superPages,
  viewer,
  api,
};

const usage = `usage: npm run pictures -- [--folder to] [--only state] [${Object.keys(areas).join('|')}…]\n`;

const options = { folder: { type: 'string' }, only: { type: 'string' } } as const;
const { values, positionals } = parseArgs({ args: argv.slice(2), options, allowPositionals: true });
const wanted = positionals.length > 0 ? positionals : Object.keys(areas);
if (!wanted.every((name) => name in areas)) {
  stderr.write(usage);
  process.exitCode = 2;
} else if (await buildProduct({ ifMissing: true })) {
  const folder = resolve(values.folder ?? (await mkdtemp(join(tmpdir(), 'sheetwire-pictures-'))));
  const only = values.only === undefined ? undefined : new RegExp(values.only);
  const faults: string[] = [];
  for (const name of wanted) {
    stderr.write(`${name}…\n`);
    faults.push(...((await areas[name]?.({ folder, only })) ?? []));
  }
  stdout.write(`${[...faults, folder].join('\n')}\n`);
  if (faults.length > 0) process.exitCode = 1;
} else process.exitCode = 1;
