import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './program.ts';

/** A certificate for localhost and 127.0.0.1 and the authority that vouches for it, PEM. */
export interface Certificates {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const leaf = [
  'basicConstraints=CA:FALSE',
  'keyUsage=digitalSignature',
  'extendedKeyUsage=serverAuth',
  'subjectAltName=DNS:localhost,IP:127.0.0.1',
];
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** Makes an authority of a test's own and a server certificate signed by it. */
export async function makeCertificates(): Promise<Certificates> {
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-certificates-'));
  const file = (name: string) => join(folder, name);
  try {
    await writeFile(file('leaf.ext'), `${leaf.join('\n')}\n`);
    const authority = ['-subj', '/CN=Test authority', '-addext', 'basicConstraints=critical,CA:TRUE', '-days', '3650'];
    await run('openssl', ['req', '-x509', ...newKey, '-keyout', file('ca.key'), '-out', file('ca.pem'), ...authority]);
    await run('openssl', ['req', ...newKey, '-keyout', file('key.pem'), '-out', file('csr'), '-subj', '/CN=localhost']);
    const signing = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial', '-extfile', file('leaf.ext')];
    await run('openssl', ['x509', '-req', '-in', file('csr'), '-out', file('cert.pem'), '-days', '3650', ...signing]);
    const [ca, cert, key] = await Promise.all(['ca.pem', 'cert.pem', 'key.pem'].map((name) => readPem(file(name))));
    return { ca: ca ?? '', cert: cert ?? '', key: key ?? '' };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function readPem(file: string): Promise<string> {
  return readFile(file, 'utf8');
}
