import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { readParts } from '#http/body.ts';
import { linkedFileAddress, linkedFileName } from '#http/linked-files/address.ts';
import type { KnownRequest, Wire } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import { assertNotHeld } from './history/held.ts';
import { putLinkedFile } from './linked-room.ts';
import type { PublishDeps } from './publish-deps.ts';
import { mayPublish, takeTurn } from './publisher.ts';

/** Puts a file that pages of the report link to; answers its address once it is durable (interfaces 4). */
export async function publishLinkedFile(deps: PublishDeps, request: KnownRequest, wire: Wire): Promise<void> {
  const { entity = '', group = '', report = '', name: wanted = '' } = request.params;
  const topic = deps.topicAt({ entity, group, report }, request.actor);
  const name = linkedFileName(wanted);
  if (!topic) throw new Refusal('malformed', { message: 'Name the report as ENTITY/GROUP/REPORT' });
  if (name === undefined) {
    const { nameLength } = limits.linkedFiles;
    const message = `A file name has up to ${nameLength} letters, digits, spaces and . _ - ( ) + & @ # ' [ ] ~ = , and does not begin or end with a dot or a space`;
    throw new Refusal('malformed', { message });
  }
  takeTurn(deps, request);
  await mayPublish(deps, topic, request);
  await assertNotHeld(deps, topic);
  assertLive(deps, topic);
  const form = { encoding: request.header('content-encoding'), cap: limits.maxLinkedFile, work: request.work };
  const { parts, bytes, hash } = await readParts(wire.incoming, form, limits.linkedFiles.part);
  // The body came as slowly as its sender pleased.
  const { user } = await mayPublish(deps, topic, request);
  await assertNotHeld(deps, topic);
  assertLive(deps, topic);
  const file = { topic, name, hash, bytes, publishedBy: user, changedAt: deps.clock.now() };
  const linked = await putLinkedFile(deps, file, parts);
  if (linked !== 'done') throw new Refusal('too_large', { message: tooMuch[linked] });
  await wire.reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ url: linkedFileAddress(topic, name) }));
}

function assertLive(deps: PublishDeps, topic: Topic): void {
  if (!deps.engine.head(topic)?.isLive) throw new Refusal('not_found', { message: 'Publish the report first' });
}

const { count, bytes: room } = limits.linkedFiles;
const MIB = 1024 * 1024;
const tooMuch = {
  too_many: `A report can link to at most ${count} files`,
  too_large: `A report can link to at most ${room / MIB} MiB of files`,
} as const;
