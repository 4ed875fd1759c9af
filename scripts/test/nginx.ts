import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificates } from './certificates.ts';
import { freePort } from './free-port.ts';
import { endProgram, findProgram, run, startProgram } from './program.ts';

/** nginx with the sample configuration of the documents before a portal. */
export interface ReverseProxy {
  readonly port: number;
  readonly plainPort: number;
  /** What it logged of requests so far. */
  accessLog(): Promise<string>;
  /** PEM of the authority that vouches for it. */
  readonly ca: string;
  stop(): Promise<void>;
}

const sample = join(import.meta.dirname, '../../docs/operate/nginx.conf');

/** Starts nginx with the sample as it stands, but for ports, names and files of this machine. */
export async function withNginx(portal: { readonly port: number; readonly proxyPort: number }): Promise<ReverseProxy> {
  const file = findProgram('nginx');
  if (!file) throw new Error('nginx is not installed (Debian package nginx-light)');
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-nginx-'));
  const { ca, cert, key } = await makeCertificates();
  const plainPort = await freePort();
  const [certFile, keyFile, conf] = ['cert.pem', 'key.pem', 'nginx.conf'].map((name) => join(folder, name));
  if (certFile === undefined || keyFile === undefined || conf === undefined) throw new Error('no files');
  await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key, { mode: 0o600 })]);
  const text = await readFile(sample, 'utf8');
  const log = join(folder, 'access.log');
  const here = changed(text, [
    ['server 127.0.0.1:8080;', `server 127.0.0.1:${portal.port};`],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${portal.proxyPort} ssl http2;`],
    ['/var/log/nginx/sheetwire.log', log],
    ['/etc/ssl/certs/reports.acme.example.pem', certFile],
    ['/etc/ssl/private/reports.acme.example.key', keyFile],
  ]);
  await writeFile(conf, around(folder, here.replaceAll('reports.acme.example', 'localhost')));
  await run(file, ['-t', '-p', folder, '-c', conf]);
  const nginx = await startProgram(file, ['-p', folder, '-c', conf], /start worker process \d+/);
  return {
    port: portal.proxyPort,
    plainPort,
    ca,
    accessLog: () => readFile(log, 'utf8'),
    async stop() {
      await endProgram(nginx, 'SIGQUIT');
      await rm(folder, { recursive: true });
    },
  };
}

/** Each must be there: a sample that says otherwise is another sample. */
function changed(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((all, [from, to]) => {
    if (!all.includes(from)) throw new Error(`docs/operate/nginx.conf does not say ${from}`);
    return all.replaceAll(from, to);
  }, text);
}

function around(folder: string, sites: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${folder};`);
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  return `${user}daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr notice;
events { worker_connections 256; }
http {
  access_log off;
${paths.join('\n')}
${sites}
}
`;
}
