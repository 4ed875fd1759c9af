import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Built files are workers too, whose own policy decides what they may reach (safety 1). */
const assetPolicy = "default-src 'none'; connect-src 'self'";
const forever = 'public, max-age=31536000, immutable';
const aDay = 'public, max-age=86400';
const notServed = [
  'index.html',
  'api.html',
  'addin/**',
  'manifest.webmanifest',
  '.vite/**',
  '**/*.map',
  '**/*.br',
  '**/*.gz',
];

/** The built files: hashed ones for ever, from their compressed copies; nothing else of the folder (architecture 10). */
export async function addAssets(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webDir,
    wildcard: false,
    globIgnore: notServed,
    index: false,
    redirect: false,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply: FastifyReply) => {
      const isHashed = reply.request.url.startsWith('/assets/');
      reply.header('Cache-Control', isHashed ? forever : aDay);
      reply.header('Content-Security-Policy', assetPolicy);
      reply.header('Vary', 'Accept-Encoding');
    },
  });
}
