import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { login } from '@sheetwire/contract/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { copyLicenses, placeProduct } from '../image/product.ts';
import { runtimePackages } from '../image/runtime-packages.ts';
import { root } from '../steps.ts';
import { freePort } from '../test/free-port.ts';
import { endProgram, run, runWith, startProgram } from '../test/program.ts';

const minute = 60_000;
/** To copy thousands of files. */
const PLACE = 3 * minute;

let folder: string;
let product: string;
/** Only root may, and not in every container; anybody else runs the product as themselves, on the root that is there. */
let mayMount: boolean;
beforeAll(async () => {
  mayMount = await run('unshare', ['--mount', 'mount', '--make-rprivate', '/']).then(
    () => true,
    () => false,
  );
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-product-'));
  product = join(folder, 'product');
  await placeProduct(product, { hasPages: false });
}, PLACE);
afterAll(() => rm(folder, { recursive: true, force: true }), PLACE);

test('the last stage of the image holds a program of each command, as the user of its volume', async () => {
  const text = await readFile(join(root, 'deploy/Containerfile'), 'utf8');
  const last = text.slice(text.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER 10001:10001$/m);
  expect(last).toMatch(/^CMD \["node", "\/app\/apps\/server\/dist\/main\.js"\]$/m);
  expect(last).not.toMatch(/npm|COPY \. /);
  const bins = await readdir(join(product, 'bin'));
  expect(bins.toSorted()).toEqual(['healthy.mjs', 'node', 'sheetwire', 'try-out.mjs']);
  const files = await readdir(product, { recursive: true });
  expect(files.filter((file) => /\.ts$|\.map$|node_modules\/(vite|typescript|react|node)$/.test(file))).toEqual([]);
  const help = await run(join(product, 'bin/node'), [join(product, 'apps/cli/bin/sheetwire.js'), '--help']);
  expect(help).toContain('backup');
});

test('each package of the product has its license with it', async () => {
  const isLicense = (file: string) => /(^|\/)licen[cs]e(\.\w+)?$/i.test(file);
  const placed = (await readdir(join(product, 'node_modules'), { recursive: true })).filter(isLicense);
  const packages = (await readdir(join(product, 'node_modules'), { recursive: true })).filter((file) =>
    /(^|\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(file),
  );
  const here = packages.map((file) => dirname(file));
  const wanted = await Promise.all(
    here.map(async (name) =>
      (await readdir(join(root, 'node_modules', name))).filter(isLicense).map((file) => join(name, file)),
    ),
  );
  expect(wanted.flat()).toContain('jose/LICENSE.md');
  expect(wanted.flat().filter((file) => !placed.includes(file))).toEqual([]);
});

test('a product is not placed over another one, which may be running', async () => {
  const there = join(folder, 'there');
  await mkdir(there);
  await writeFile(join(there, 'main.js'), '');
  const placed = run(process.execPath, [join(root, 'scripts/image/place-product.ts'), there]);
  await expect(placed).rejects.toThrow(`${there} is not empty: place the product in a new folder`);
  expect(await readdir(there)).toEqual(['main.js']);
});

test('the licenses of packages that are part of the pages are kept apart from them', async () => {
  const licenses = join(folder, 'licenses');
  await copyLicenses(runtimePackages(root, ['apps/web']), licenses);
  expect(await readdir(join(licenses, 'react'))).toEqual(['LICENSE']);
  expect((await readdir(licenses)).filter((name) => name.startsWith('@')).length).toBeGreaterThan(0);
});

const bill = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })),
});

test('the bill of materials names what lies in the product, and no more', async () => {
  const { components } = bill.parse(JSON.parse(await readFile(join(product, 'sbom.json'), 'utf8')));
  const names = (await readFile(join(product, 'packages.txt'), 'utf8')).trim().split('\n');
  expect([...new Set(components.map(({ name }) => name))].toSorted()).toEqual(['node', ...names].toSorted());
  expect(components.find(({ name }) => name === 'node')?.version).toBe(process.versions.node);
  const of = (name: string) => components.filter((one) => one.name === name).map(({ purl }) => purl);
  const { version } = JSON.parse(await readFile(join(product, 'node_modules/pg/package.json'), 'utf8'));
  expect(of('pg')).toEqual([`pkg:npm/pg@${version}`]);
});

/** Pages in place of those that a build makes. */
async function makePages(): Promise<void> {
  const dist = join(product, 'apps/web/dist');
  await mkdir(join(dist, '.vite'), { recursive: true });
  await writeFile(join(dist, '.vite/manifest.json'), '{}');
  for (const page of ['index.html', 'api.html']) await writeFile(join(dist, page), '<!doctype html><title>x</title>');
}

/** All of the file system read-only but for two folders, as the image is started; then nobody in particular, without rights. */
const mounts = `set -e
mount --make-rprivate /
mount -t tmpfs -o uid=10001,gid=10001,mode=700 tmpfs "$SHEETWIRE_DATA_DIR"
mount -t tmpfs -o mode=1777 tmpfs "$TMPDIR"
mount --bind "$0" "$0"
mount -o remount,bind,ro "$0"
mount -o remount,bind,ro /
for place in / "$0"; do if touch "$place/written" 2> /dev/null; then echo "$place can be written"; exit 1; fi; done
exec "$@"`;
const nobody = [
  'setpriv',
  ...['--reuid=10001', '--regid=10001', '--clear-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'],
];

test(
  'the product runs as user 10001 without rights on a read-only root: health, an operator, a login, the end',
  async () => {
    await makePages();
    const [data, temporary] = [join(folder, 'data'), join(folder, 'tmp')];
    for (const place of [data, temporary]) await mkdir(place);
    await chmod(folder, 0o755);
    const port = await freePort();
    const env = {
      ...{ SHEETWIRE_PORT: String(port), SHEETWIRE_DATA_DIR: data, TMPDIR: temporary, HOME: data },
      ...{ NODE_ENV: 'production', SHEETWIRE_SUPER_ADMINS: 'ACME/ann' },
    };
    const node = join(product, 'bin/node');
    const main = [node, join(product, 'apps/server/dist/main.js')];
    const [file = '', ...args] = mayMount
      ? ['unshare', '--mount', 'sh', '-c', mounts, product, ...nobody, ...main]
      : main;
    const server = await startProgram(file, args, /^ready /m, env);
    const inside = mayMount ? ['nsenter', '--target', String(server.pid), '--mount', ...nobody, node] : [node];
    const ask = ([command = '', ...rest]: readonly string[], input = '') => runWith(command, rest, env, input);

    if (mayMount) {
      const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
      expect(/^Uid:\s+(.*)$/m.exec(status)?.[1]).toBe('10001\t10001\t10001\t10001');
      expect(/^CapEff:\s+(.*)$/m.exec(status)?.[1]).toMatch(/^0+$/);
    }
    await ask([...inside, join(product, 'bin/healthy.mjs')]);
    const url = `http://127.0.0.1:${port}`;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const add = ['user', 'add', 'ACME/ann', '--email', 'ann@example.com', '--password-stdin'];
    await ask([...inside, join(product, 'bin/sheetwire'), ...add], 'a long password');
    const entered = await fetch(`${url}${login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ user: 'ACME/ann', password: 'a long password' }),
    });
    expect(login.output.parse(await entered.json()).info).toMatch(/^v1\./);
    await endProgram(server);
    expect(server.exitCode).toBe(0);
  },
  minute,
);
