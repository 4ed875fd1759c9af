import type { Output } from '@sheetwire/contract/call';
import type { publishWorkbook as call, publishReport } from '@sheetwire/contract/publish';
import { type PublishBody, renderPublishBody } from '@sheetwire/sheet/render-file';
import { RenderFault, WorkbookError } from '@sheetwire/sheet/workbook-error';
import { readBody } from '#http/body.ts';
import type { KnownRequest, Wire } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import { fileToKeep, publishAndKeep } from './keep-workbook.ts';
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
    const file = fileToKeep({ file: bytes, name, selection, metadata });
    const { body, notShown } = await rendered(() => renderPublishBody({ bytes, name, selection }, { topic, metadata }));
    const published = await publishAndKeep(deps, topic, file, () => publishMade(deps, { topic, body }, request));
    return { ...published, notShown: [...notShown] };
  });
  await wire.reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

/** Pages as the body of a publish. */
export interface RenderedBody extends Pick<MadeBody, 'topic' | 'follows'> {
  readonly body: PublishBody['body'];
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
