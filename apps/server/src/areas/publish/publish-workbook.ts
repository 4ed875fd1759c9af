import type { Output } from '@sheetwire/contract/call';
import type { publishWorkbook as call } from '@sheetwire/contract/publish';
import type { Topic } from '@sheetwire/rules/topic';
import { type PublishBody, renderPublishBody } from '@sheetwire/sheet/render-file';
import { RenderFault, WorkbookError } from '@sheetwire/sheet/workbook-error';
import { readBody } from '#http/body.ts';
import type { KnownRequest, Wire } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import type { PublishDeps } from './publish-deps.ts';
import { publishBody } from './publish-report.ts';
import { mayPublish, takeTurn } from './publisher.ts';
import { putPictures } from './report-pictures.ts';
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
    const made = await rendered(() => renderPublishBody({ bytes, name, selection }, { topic, metadata }));
    return publishMade(deps, topic, made, request);
  });
  await wire.reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

async function publishMade(
  deps: PublishDeps,
  topic: Topic,
  { body, notShown, pictures }: PublishBody,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.length > deps.maxBody) {
    throw new Refusal('too_large', {
      message: 'The pages of the workbook are too large for one report; publish fewer pages, or a range of them',
    });
  }
  request.work.take(bytes.length);
  // The file came as slowly as its sender pleased.
  const { user } = await mayPublish(deps, topic, request);
  const lost = await putPictures(deps, { topic, user, pictures });
  try {
    return { ...(await publishBody(deps, topic, bytes, request)), notShown: [...notShown, ...lost] };
  } catch (fault) {
    if (!deps.engine.head(topic)?.isLive) await deps.linkedFiles.removeAll(topic);
    throw fault;
  }
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
