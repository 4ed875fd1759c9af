import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { buildProgramInto } from '../build-program.ts';
import { root } from '../steps.ts';
import { runtimePackages } from './runtime-packages.ts';
import { billOf } from './sbom.ts';

/** What the server and its command line are made of. */
const workspaces = [
  ...['rules', 'contract', 'page', 'sheet', 'client'].map((name) => `packages/${name}`),
  'apps/server',
  'apps/cli',
];
/** Whose packages end up in the pages. */
const pages = ['apps/web', 'apps/excel-addin', 'packages/live-book'];
/** What Node does not load of packages: types, sources of what was compiled, tests and pages. */
const isUnread = /\.([cm]?tsx?|map|md|markdown|flow)$|(^|\/)(tests?|docs?|examples?|benchmarks?|\.github)(\/|$)/i;
/** A license goes with its package, in whatever kind of text it is. */
const isLicense = /^(licen[cs]e|copying|notice)[^/]*$/i;

/**
 * Places the built product and nothing else in a folder: Node, server and command line as one bundle, the pages, and the
 * packages that went into the bundle, with their licenses. It holds no sources.
 */
export async function placeProduct(into: string, { hasPages }: { readonly hasPages: boolean }): Promise<void> {
  for (const path of ['apps/server/package.json', 'apps/cli/package.json', 'apps/cli/bin']) {
    await copy(path, into, (inside) => !inside.endsWith('.ts'));
  }
  await buildProgramInto(join(into, 'apps/server/dist'));
  if (hasPages) await copy('apps/web/dist', into, (inside) => !inside.endsWith('.map'));
  const placed = runtimePackages(root, workspaces);
  for (const folder of placed) {
    await copy(
      relative(root, folder),
      into,
      (inside) => (isLicense.test(inside) || !isUnread.test(inside)) && !/(^|\/)node_modules(\/|$)/.test(inside),
    );
  }
  await cp(join(root, 'package.json'), join(into, 'package.json'));
  await mkdir(join(into, 'bin'), { recursive: true });
  await cp(process.execPath, join(into, 'bin/node'));
  for (const name of ['healthy.mjs', 'try-out.mjs']) await cp(join(root, 'deploy', name), join(into, 'bin', name));
  await link('bin/sheetwire', 'apps/cli/bin/sheetwire.js', into);
  await writeFile(join(into, 'packages.txt'), `${(await packagesIn(into)).join('\n')}\n`);
  const bundled = hasPages ? runtimePackages(root, pages) : [];
  await copyLicenses(bundled, join(into, 'licenses'));
  const bill = billOf({ root, placed, bundled });
  await writeFile(join(into, 'sbom.json'), `${JSON.stringify(bill, undefined, 1)}\n`);
}

/** The licenses of packages that are part of the pages alone: there is no other place for them. */
export async function copyLicenses(packages: readonly string[], into: string): Promise<void> {
  for (const folder of packages) {
    const [name = ''] = folder.split(`node_modules${sep}`).slice(-1);
    for (const file of (await readdir(folder)).filter((one) => isLicense.test(one)))
      await cp(join(folder, file), join(into, name, file), { recursive: true });
  }
}

/** A folder of the workspace, at the same place, without what the filter refuses of the paths inside it. */
async function copy(path: string, into: string, isTaken: (inside: string) => boolean): Promise<void> {
  const from = join(root, path);
  const filter = (file: string) => {
    const inside = relative(from, file).replaceAll(sep, '/');
    return inside === '' || isTaken(inside);
  };
  await cp(from, join(into, path), { recursive: true, dereference: false, filter });
}

async function link(path: string, target: string, into: string): Promise<void> {
  const at = join(into, path);
  await mkdir(dirname(at), { recursive: true });
  await symlink(relative(dirname(at), join(into, target)), at);
}

/** Names of the packages that lie there, also within others. */
async function packagesIn(into: string): Promise<string[]> {
  const files = await readdir(join(into, 'node_modules'), { recursive: true });
  const names = files.flatMap(
    (file) => /^(?:.*\/node_modules\/)?((?:@[^/]+\/)?[^/@]+)\/package\.json$/.exec(file)?.[1] ?? [],
  );
  return [...new Set(names)].toSorted();
}
