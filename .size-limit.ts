import { readFileSync } from 'node:fs';

const dist = 'apps/web/dist';
interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
const manifest: Readonly<Record<string, Chunk>> = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8'));

/** The parts of these names in the present build, with all that they import: files of earlier builds lie beside. */
function chunksOf(...names: readonly string[]): Set<Chunk> {
  const found = new Set<Chunk>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    chunk.imports?.forEach(add);
  };
  for (const name of names) {
    const key = Object.keys(manifest).find((one) => manifest[one]?.name === name && !one.endsWith('.css'));
    if (key === undefined) throw new Error(`The build has no part ${name}`);
    add(key);
  }
  return found;
}

const scripts = (chunks: Iterable<Chunk>) => [...chunks].map(({ file }) => `${dist}/${file}`);
const styles = (chunks: Iterable<Chunk>) => [...chunks].flatMap(({ css = [] }) => css.map((file) => `${dist}/${file}`));

const shell = chunksOf('index');
const first = chunksOf('index', 'viewer');
const account = chunksOf('account-page').difference(shell);
/** The API reference is a page of its own, built apart. */
const reference = readFileSync(`${dist}/api.html`, 'utf8').matchAll(/"\/(assets\/[^"]+)"/g);
/** The pane of the add-in is a page of its own, built apart. */
const pane = [...readFileSync(`${dist}/addin/pane.html`, 'utf8').matchAll(/"\/(addin\/assets\/[^"]+)"/g)].map(
  ([, file]) => `${dist}/${file}`,
);
const palette = chunksOf('palette').difference(first);

export default [
  { name: 'Viewer, first load', path: scripts(first), gzip: true, limit: '190 kB' },
  { name: 'CSS, first load', path: [...new Set(styles(first))], gzip: true, limit: '14 kB' },
  {
    name: 'Settings of the viewer, beyond its first load',
    path: scripts(chunksOf('settings-panel').difference(first)),
    gzip: true,
    limit: '75 kB',
  },
  {
    name: 'Command palette, beyond the viewer',
    path: [...scripts(palette), ...styles(palette)],
    gzip: true,
    limit: '12 kB',
  },
  { name: 'Login, in all', path: scripts(chunksOf('index', 'login-page')), gzip: true, limit: '130 kB' },
  {
    name: 'API reference, in all',
    path: [...reference].map(([, file]) => `${dist}/${file}`),
    gzip: true,
    limit: '10 kB',
  },
  { name: 'Excel pane, first load', path: pane, gzip: true, limit: '120 kB' },
  { name: 'Account, beyond the shell', path: [...scripts(account), ...styles(account)], gzip: true, limit: '45 kB' },
];
