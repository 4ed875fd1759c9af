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
  /** May this caller see the live report? */
  readonly mayView: (actor: Actor, topic: Topic) => boolean;
}

/** Nothing of a file runs, loads or is framed, whatever its publisher put in it (safety 1). */
const policy = "sandbox; default-src 'none'; frame-ancestors 'none'";
const path = '/linkedfiles/:entity/:group/:report/:name';

/** Serves the files of reports to those who may view the report; to others there are none (safety 2). */
export function addLinkedFiles(app: FastifyInstance, deps: LinkedFilesDeps): void {
  app.get(path, { exposeHeadRoute: true }, async (request, reply) => {
    const { file, mayView } = await find(deps, request);
    reply.header('Content-Security-Policy', policy);
    reply.header('Content-Disposition', dispositionOf(file.name));
    // Else it would lie on the disk after its reader has logged out.
    reply.header('Cache-Control', 'private, no-store');
    reply.header('ETag', `"${file.hash}"`);
    reply.header('Accept-Ranges', 'bytes');
    if (isKnown(request, file)) return reply.code(304).send();
    reply.type(fileTypeOf(file.name).type);
    return send({ files: deps.files, file, mayView }, request, reply);
  });
}

/** A file, and whether its reader may still view the report. */
interface Found {
  readonly file: LinkedFile;
  readonly mayView: () => boolean;
}

async function find(deps: LinkedFilesDeps, request: FastifyRequest): Promise<Found> {
  const sent = credentialsOf(request.headers, deps.cookie);
  const actor = await identifyFor('licensed', sent, deps.identify);
  const { entity, group, report, name } = textsOf(request.params);
  // To who may not view a report it is none: its name takes no address from another one.
  const topic = topicAt({ entity, group, report }, (exact) => actor !== undefined && deps.mayView(actor, exact));
  const clean = linkedFileName(name);
  const mayView = () => actor !== undefined && topic !== undefined && deps.mayView(actor, topic);
  const isSeen = topic !== undefined && clean !== undefined && mayView();
  const file = isSeen ? await deps.files.find(topic, clean) : undefined;
  // The right may have gone while the file was looked for.
  if (!file || !mayView()) throw new Refusal('not_found');
  return { file, mayView };
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

interface Sent extends Found {
  readonly files: LinkedFilesDeps['files'];
}

async function send(sent: Sent, { headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { file } = sent;
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
  return reply.send(Readable.from(partsOf(sent, wanted)));
}

/** One part at a time, as the client reads, and as long as they may view the report. */
async function* partsOf({ files, file: { hash }, mayView }: Sent, range: ByteRange): AsyncGenerator<Uint8Array> {
  const { part: size } = limits.linkedFiles;
  for (let number = Math.floor(range.from / size); number * size <= range.to; number++) {
    const body = await files.part(hash, number);
    if (!body) throw new Error('a linked file was replaced while it was sent');
    if (!mayView()) throw new Refusal('not_found');
    const start = number * size;
    yield body.subarray(Math.max(0, range.from - start), range.to - start + 1);
  }
}
