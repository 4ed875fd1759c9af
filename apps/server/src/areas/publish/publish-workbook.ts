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
import { mayPublish, noting, takeTurn } from './publisher.ts';
import { kindOf } from './workbook-kind.ts';
import { chosenPages, metadataOf } from './workbook-query.ts';

/** Publishes the bytes of a workbook, a text table or a page of HTML, as `publish/report/` would its pages (fidelity 1). */
export async function publishWorkbook(deps: PublishDeps, request: KnownRequest, wire: Wire): Promise<void> {
  const publish: Use<Output<typeof call>> = async (topic, { body, notShown }) => ({
    ...(await publishBody(deps, topic, Buffer.from(body.buffer, body.byteOffset, body.byteLength), request)),
    notShown: [...notShown],
  });
  const work = () => withWorkbook(deps, request, wire, publish);
  const answer = await noting(deps, topicOf(deps, request), request, work);
  await wire.reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

type Use<T> = (topic: Topic, made: PublishBody) => Promise<T>;

/** Reads the file of a request by a publisher of the report that it names, renders it, and uses what was made in the same turn. */
export async function withWorkbook<T>(deps: PublishDeps, request: KnownRequest, wire: Wire, use: Use<T>): Promise<T> {
  const topic = topicOf(deps, request);
  takeTurn(deps, request);
  const { user } = await mayPublish(deps, topic, request);
  const selection = chosenPages(request.query);
  const metadata = metadataOf(request.query);
  const bytes = await readBody(wire.incoming, {
    encoding: request.header('content-encoding'),
    cap: deps.maxBody,
    work: request.work,
  });
  const name = `${request.params.report}.${kindOf(bytes, request.header('content-type'))}`;
  return deps.renders.run(user, async () => {
    if (request.signal.aborted) throw new Refusal('busy');
    const made = await rendered(() => renderPublishBody({ bytes, name, selection }, { topic, metadata }));
    if (made.body.length > deps.maxBody) throw tooLarge();
    request.work.take(made.body.length);
    return use(topic, made);
  });
}

function topicOf(deps: PublishDeps, { params: { entity = '', group = '', report = '' } }: KnownRequest): Topic {
  const topic = deps.topicAt({ entity, group, report });
  if (!topic) throw new Refusal('malformed', { message: 'Name the report as ENTITY/GROUP/REPORT' });
  return topic;
}

function tooLarge(): Refusal {
  return new Refusal('too_large', {
    message: 'The pages of the workbook are too large for one report; publish fewer pages, or a range of them',
  });
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
