import { Readable } from 'node:stream';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { credentialsOf, type GuardDeps, identifyFor } from '#http/guard.ts';
import { firstHeader } from '#http/handler-request.ts';
import type { Actor } from '#lib/actor.ts';
import { Refusal } from '#lib/refusal.ts';
import type { LinkedFile, LinkedFileStore } from '#ports/linked-files.ts';
import { linkedFileName, topicAt } from './address.ts';
import { type ByteRange, byteRange } from './byte-range.ts';
import { dispositionOf, fileTypeOf } from './file-type.ts';

export interface LinkedFilesDeps extends Pick<GuardDeps, 'identify' | 'cookie'> {
  readonly files: Pick<LinkedFileStore, 'find' | 'part'>;
  readonly exists: (topic: Topic) => boolean;
  /** May this caller see the live report? */
  readonly mayView: (actor: Actor, topic: Topic) => boolean;
}

/** Nothing of a file runs, loads or is framed, whatever its publisher put in it (safety 1). */
const policy = "sandbox; default-src 'none'; frame-ancestors 'none'";
const path = '/linkedfiles/:entity/:group/:report/:name';

/** Serves the files of reports to those who may view the report; to others there are none (safety 2). */
export function addLinkedFiles(app: FastifyInstance, deps: LinkedFilesDeps): void {
  app.get(path, { exposeHeadRoute: true }, async (request, reply) => {
    const file = await find(deps, request);
    reply.header('Content-Security-Policy', policy);
    reply.header('Content-Disposition', dispositionOf(file.name));
    // Else it would lie on the disk after its reader has logged out.
    reply.header('Cache-Control', 'private, no-store');
    reply.header('ETag', `"${file.hash}"`);
    reply.header('Accept-Ranges', 'bytes');
    if (isKnown(request, file)) return reply.code(304).send();
    reply.type(fileTypeOf(file.name).type);
    return send(deps, file, request, reply);
  });
}

async function find(deps: LinkedFilesDeps, request: FastifyRequest): Promise<LinkedFile> {
  const sent = credentialsOf(request.headers, deps.cookie);
  const actor = await identifyFor('licensed', sent, deps.identify);
  const { entity, group, report, name } = textsOf(request.params);
  const topic = topicAt({ entity, group, report }, deps.exists);
  const clean = linkedFileName(name);
  const isSeen = actor !== undefined && topic !== undefined && deps.mayView(actor, topic);
  const file = isSeen && clean !== undefined ? await deps.files.find(topic, clean) : undefined;
  if (!file) throw new Refusal('not_found');
  return file;
}

function textsOf(params: unknown): Record<'entity' | 'group' | 'report' | 'name', string> {
  const given = new Map(Object.entries(typeof params === 'object' && params !== null ? params : {}));
  const text = (key: string) => String(given.get(key) ?? '');
  return { entity: text('entity'), group: text('group'), report: text('report'), name: text('name') };
}

/** The browser holds these very bytes. */
function isKnown({ headers }: FastifyRequest, { hash }: LinkedFile): boolean {
  const known = firstHeader(headers['if-none-match']) ?? '';
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${hash}"`);
}

async function send(
  deps: LinkedFilesDeps,
  file: LinkedFile,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const condition = firstHeader(headers['if-range']);
  const isSame = condition === undefined || condition === `"${file.hash}"`;
  const range = isSame ? byteRange(firstHeader(headers.range), file.bytes) : undefined;
  if (range === 'none') {
    reply.header('Content-Range', `bytes */${file.bytes}`);
    return reply.code(416).send();
  }
  const wanted = range ?? { from: 0, to: file.bytes - 1 };
  reply.header('Content-Length', wanted.to - wanted.from + 1);
  if (range) reply.code(206).header('Content-Range', `bytes ${range.from}-${range.to}/${file.bytes}`);
  return reply.send(Readable.from(partsOf(deps, file, wanted)));
}

/** One part at a time, as the client reads. */
async function* partsOf(
  { files }: LinkedFilesDeps,
  { hash }: LinkedFile,
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  const { part: size } = limits.linkedFiles;
  for (let number = Math.floor(range.from / size); number * size <= range.to; number++) {
    const body = await files.part(hash, number);
    if (!body) throw new Error('a linked file was replaced while it was sent');
    const start = number * size;
    yield body.subarray(Math.max(0, range.from - start), range.to - start + 1);
  }
}
