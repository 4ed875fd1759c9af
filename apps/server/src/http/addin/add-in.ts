import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { paths } from '@sheetwire/contract/paths';
import { addIn } from '@sheetwire/contract/publishing/add-in';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { addInFacts } from './add-in-facts.ts';
import { addInPolicy, officeHost } from './add-in-policy.ts';
import { manifestJson } from './manifest-json.ts';
import { manifestXml } from './manifest-xml.ts';

const NONCE_BYTES = 18;
const slots = /\{\{(nonce|title|office)\}\}/;
const asHead = { exposeHeadRoute: true };
const assetPolicy = "default-src 'none'; connect-src 'self'";
const forever = 'public, max-age=31536000, immutable';
const aDay = 'public, max-age=86400';
const pages = [addIn.pane, addIn.signIn, addIn.selfTest];

export interface AddInOptions {
  readonly webDir: string;
  readonly publicUrl: string;
  readonly productName: string;
  readonly company: string;
  readonly embedOrigins: readonly string[];
  /** A folder with Office.js; '' where it comes from its usual host. */
  readonly officeJs: string;
}

/** The add-in for Excel: its manifests, and its pages with headers that hold here and nowhere else (decision 75). */
export async function addAddIn(app: FastifyInstance, options: AddInOptions): Promise<void> {
  if (templateOf(options.webDir, addIn.pane) === undefined) return;
  addManifests(app, options);
  for (const path of pages) addPage(app, path, options);
  // Whoever types the folder's address means the add-in itself.
  for (const path of [paths.addIn, paths.addIn.slice(0, -1)])
    app.get(path, asHead, (_, reply) => reply.redirect(addIn.pane));
  await addFiles(app, options);
}

/** Asked for by whoever installs it, before anybody is signed in: they tell an address and a name. */
function addManifests(app: FastifyInstance, options: AddInOptions): void {
  app.get(addIn.manifest, asHead, async (_, reply) => {
    const xml = manifestXml(addInFacts(options));
    return saved(reply, 'sheetwire-excel.xml').type('application/xml; charset=utf-8').send(xml);
  });
  app.get(addIn.unifiedManifest, asHead, async (_, reply) => {
    const json = JSON.stringify(manifestJson(addInFacts(options)), null, 2);
    return saved(reply, 'manifest.json').type('application/json; charset=utf-8').send(json);
  });
}

/** A browser saves it as a file; a refusal is shown instead. */
function saved(reply: FastifyReply, name: string): FastifyReply {
  return reply.header('Content-Disposition', `attachment; filename="${name}"`);
}

function addPage(app: FastifyInstance, path: string, options: AddInOptions): void {
  const template = templateOf(options.webDir, path);
  if (template === undefined) return;
  const parts = template.split(slots);
  const { productName, officeJs, embedOrigins } = options;
  const policy = { hasOffice: officeJs !== '', embedOrigins, isWindow: path === addIn.signIn };
  const office = officeJs === '' ? `${officeHost}/lib/1/hosted/office.js` : `${addIn.office}office.js`;
  app.get(path, asHead, async (_, reply) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const values: Readonly<Record<string, string>> = { nonce, office, title: escaped(productName) };
    const html = parts.map((part, n) => (n % 2 === 0 ? part : (values[part] ?? ''))).join('');
    reply.header('Content-Security-Policy', addInPolicy({ ...policy, nonce }));
    return reply.type('text/html; charset=utf-8').send(html);
  });
}

/** Undefined where the add-in was not built. */
function templateOf(webDir: string, path: string): string | undefined {
  try {
    return readFileSync(join(webDir, path), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Scripts and styles, and what Office itself fetches across origins: icons, and the description of the functions. */
async function addFiles(app: FastifyInstance, { webDir, officeJs }: AddInOptions): Promise<void> {
  const plain = { index: false, redirect: false, decorateReply: false, cacheControl: false } as const;
  await app.register(fastifyStatic, {
    ...plain,
    root: join(webDir, paths.addIn),
    prefix: paths.addIn,
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.map', '**/*.br', '**/*.gz', '.vite/**'],
    preCompressed: true,
    setHeaders: (reply: FastifyReply) => setFileHeaders(reply),
  });
  if (officeJs === '') return;
  await app.register(fastifyStatic, {
    ...plain,
    root: officeJs,
    prefix: addIn.office,
    setHeaders: (reply: FastifyReply) => {
      reply.header('Cache-Control', aDay).header('Content-Security-Policy', assetPolicy);
    },
  });
}

function setFileHeaders(reply: FastifyReply): void {
  const { url } = reply.request;
  reply.header('Cache-Control', url.startsWith(`${paths.addIn}assets/`) ? forever : aDay);
  reply.header('Content-Security-Policy', assetPolicy).header('Vary', 'Accept-Encoding');
  if (!url.startsWith(`${paths.addIn}icons/`) && !url.startsWith(addIn.functions)) return;
  reply.header('Cross-Origin-Resource-Policy', 'cross-origin').header('Access-Control-Allow-Origin', '*');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
