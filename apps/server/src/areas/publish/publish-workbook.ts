import type { Output } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { publishWorkbook as call, publishReport } from '@sheetwire/contract/publish';
import { branded } from '@sheetwire/rules/name';
import { type PublishBody, renderPublishBody } from '@sheetwire/sheet/render-file';
import { RenderFault, WorkbookError } from '@sheetwire/sheet/workbook-error';
import type { PublishedFile } from '#books/live-books.ts';
import { readBody } from '#http/body.ts';
import type { KnownRequest, Wire } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import type { PublishDeps } from './publish-deps.ts';
import { type MadeBody, publishBody } from './publish-report.ts';
import { mayPublish, takeTurn } from './publisher.ts';
import { kindOf } from './workbook-kind.ts';
import { chosenPages, metadataOf } from './workbook-query.ts';

/** Publishes the bytes of a workbook, a text table or a page of HTML, as `publish/report/` would its pages (fidelity 1). */
export async function publishWorkbook(deps: PublishDeps, request: KnownRequest, wire: Wire): Promise<void> {
  const { entity = '', group = '', report = '' } = request.params;
  const topic = deps.topicAt({ entity, group, report });
  if (!topic) throw new Refusal('malformed', { message: 'Name the report as ENTITY/GROUP/REPORT' });
  takeTurn(deps, request);
  const { user } = await mayPublish(deps, topic, request);
  const selection = chosenPages(request.query);
  const metadata = metadataOf(request.query);
  const bytes = await readBody(wire.incoming, {
    encoding: request.header('content-encoding'),
    cap: deps.maxBody,
    work: request.work,
  });
  const name = `${report}.${kindOf(bytes, request.header('content-type'))}`;
  const answer = await deps.renders.run(user, async (): Promise<Output<typeof call>> => {
    if (request.signal.aborted) throw new Refusal('busy');
    // Moved to the thread, which the bytes are gone with.
    const file = mayBeKept(name, bytes) ? { file: Uint8Array.from(bytes), name, selection, metadata } : undefined;
    const { body, notShown } = await rendered(() => renderPublishBody({ bytes, name, selection }, { topic, metadata }));
    const published = await deps.books.inTurn(topic, async () => {
      const made = await publishMade(deps, { topic, body }, request);
      if (file) await keep(deps, made, file);
      return made;
    });
    return { ...published, notShown: [...notShown] };
  });
  await wire.reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

/** Pages as the body of a publish. */
export interface RenderedBody extends Pick<MadeBody, 'topic' | 'follows'> {
  readonly body: PublishBody['body'];
}

function mayBeKept(name: string, { length }: Uint8Array): boolean {
  return !name.endsWith('.html') && length <= limits.values.book;
}

/** Keeps the workbook for values, unless somebody published the report meanwhile. */
async function keep(
  deps: PublishDeps,
  { topic: named, version, changed }: Omit<Output<typeof call>, 'notShown'>,
  file: PublishedFile,
): Promise<void> {
  const topic = branded<'Topic'>(named);
  const own = changed
    ? version
    : await deps.engine.read(topic, (state) => (state?.version === version ? state.ownVersion : undefined));
  if (own !== undefined) await deps.books.keep(topic, own, file);
}

/** Publishes pages that the server rendered. */
export async function publishMade(
  deps: PublishDeps,
  { topic, body, follows }: RenderedBody,
  request: KnownRequest,
): Promise<Output<typeof publishReport>> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.length > deps.maxBody) {
    throw new Refusal('too_large', {
      message: 'The pages of the workbook are too large for one report; publish fewer pages, or a range of them',
    });
  }
  request.work.take(bytes.length);
  return publishBody(deps, { topic, bytes, follows }, request);
}

/** What a file is refused for is told in its own sentence. */
async function rendered(work: () => Promise<PublishBody>): Promise<PublishBody> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof RenderFault) throw fault;
    if (fault instanceof WorkbookError) throw new Refusal('unreadable_file', { message: fault.message });
    throw fault;
  }
}
