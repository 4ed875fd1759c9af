import type { Output } from '@sheetwire/contract/call';
import type { publishWorkbook as call } from '@sheetwire/contract/publish';
import type { Topic } from '@sheetwire/rules/topic';
import type { PageSelection } from '@sheetwire/sheet/page-selection';
import { type PublishBody, renderPublishBody } from '@sheetwire/sheet/render-file';
import { RenderFault, WorkbookError } from '@sheetwire/sheet/workbook-error';
import type { PublishedFile } from '#books/live-books.ts';
import { readBody } from '#http/body.ts';
import type { KnownRequest, Wire } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import { assertNotHeld } from './history/held.ts';
import { fileToKeep, publishAndKeep } from './keep-workbook.ts';
import { putPictures } from './linked-room.ts';
import type { PublishDeps } from './publish-deps.ts';
import { type MadeBody, publishBody } from './publish-report.ts';
import { mayPublish, noting, takeTurn } from './publisher.ts';
import { kindOf, needsOffice } from './workbook-kind.ts';
import { chosenPages, metadataOf } from './workbook-query.ts';

/** Publishes the bytes of a workbook, a text table or a page of HTML, as `publish/report/` would its pages (fidelity 1). */
export async function publishWorkbook(deps: PublishDeps, request: KnownRequest, wire: Wire): Promise<void> {
  const publish: Use<Answer> = (topic, made, file) =>
    publishAndKeep(deps, topic, file, (onHeld) => publishMade(deps, { ...made, topic, onHeld }, request));
  const work = () => withWorkbook(deps, request, wire, publish);
  const answer = await noting(deps, topicOf(deps, request), request, work);
  await wire.reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

type Use<T> = (topic: Topic, made: PublishBody, file: PublishedFile | undefined) => Promise<T>;

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
  const file = await readable(deps, { bytes, user, request, report: request.params.report ?? '' });
  const job = { deps, topic, request, selection, metadata, user, use };
  const made = await used(job, file);
  return 'answer' in made ? made.answer : usedCalculated(job, { bytes: made.lacking, name: file.name });
}

function topicOf(deps: PublishDeps, { actor, params }: KnownRequest): Topic {
  const { entity = '', group = '', report = '' } = params;
  const topic = deps.topicAt({ entity, group, report }, actor);
  if (!topic) throw new Refusal('malformed', { message: 'Name the report as ENTITY/GROUP/REPORT' });
  return topic;
}

/** A file that the renderer reads. */
interface ReadableFile {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** Whether LibreOffice may calculate what the file lacks. */
  readonly canCalculate: boolean;
  /** The same workbook as LibreOffice calculated it. */
  readonly calculated?: Uint8Array;
}

/** A file whose formulas have no results, back from its thread. */
interface Lacking {
  readonly lacking: Uint8Array;
}

interface Job<T> {
  readonly deps: PublishDeps;
  readonly topic: Topic;
  readonly request: KnownRequest;
  readonly selection: PageSelection;
  readonly metadata: Readonly<Record<string, string>>;
  readonly user: string;
  readonly use: Use<T>;
}

/** What came of a file. */
interface Used<T> {
  readonly answer: T;
}

interface Sent {
  readonly bytes: Buffer;
  readonly user: string;
  readonly request: KnownRequest;
  readonly report: string;
}

/** The file as it came, or as LibreOffice converts it; refused with 415 where only that could read it. */
async function readable({ office }: PublishDeps, { bytes, user, request, report }: Sent): Promise<ReadableFile> {
  const kind = await rendered(async () => kindOf(bytes, request.header('content-type')));
  if (kind !== 'xls' && kind !== 'xlsb') {
    const canCalculate = kind === 'xlsx' && (await office.isThere());
    return { bytes, name: `${report}.${kind}`, canCalculate };
  }
  const { signal } = request;
  const made = await rendered(() => office.toXlsx({ bytes, ending: kind, user, signal }));
  if (!made) throw new Refusal('wrong_media_type', { message: needsOffice });
  request.work.take(made.length);
  return { bytes: made, name: `${report}.xlsx`, canCalculate: false };
}

type Answer = Output<typeof call>;

/** Renders a file and uses its pages, unless its formulas have no results and LibreOffice may calculate them first. */
function used<T>(
  { deps, topic, request, selection, metadata, user, use }: Job<T>,
  { canCalculate, ...source }: ReadableFile,
): Promise<Used<T> | Lacking> {
  return deps.renders.run(user, async () => {
    if (request.signal.aborted) throw new Refusal('busy');
    const made = await rendered(() => renderPublishBody({ ...source, selection }, { topic, metadata }));
    if (made.lacksResults && canCalculate) return { lacking: made.file };
    takeMade(deps, made, request);
    // What LibreOffice calculated is not in the file: values set on it would be shown beside formulas without results.
    const keeps = source.calculated === undefined;
    const own = keeps ? fileToKeep({ file: made.file, name: source.name, selection, metadata }) : undefined;
    return { answer: await use(topic, made, own) };
  });
}

/** What LibreOffice cannot calculate is used without its results, which are named. */
async function usedCalculated<T>(job: Job<T>, file: Pick<ReadableFile, 'bytes' | 'name'>): Promise<T> {
  const { deps, request, user } = job;
  const work = { bytes: file.bytes, ending: 'xlsx', user, signal: request.signal, calculates: true };
  const calculated = await deps.office.toXlsx(work).catch((fault: unknown) => {
    if (fault instanceof WorkbookError && !(fault instanceof RenderFault)) return undefined;
    throw fault;
  });
  if (calculated) request.work.take(calculated.length);
  const made = await used(job, { ...file, canCalculate: false, ...(calculated && { calculated }) });
  if (!('answer' in made)) throw new Refusal('unreadable_file');
  return made.answer;
}

/** Counts rendered pages and their pictures as work of the request; throws when one report cannot hold them. */
export function takeMade(
  { maxBody }: PublishDeps,
  { body, pictures }: Pick<PublishBody, 'body' | 'pictures'>,
  request: KnownRequest,
): void {
  request.work.take(pictures.reduce((sum, { bytes }) => sum + bytes.length, body.length));
  if (body.length <= maxBody) return;
  throw new Refusal('too_large', {
    message: 'The pages of the workbook are too large for one report; publish fewer pages, or a range of them',
  });
}

/** Pages that the server rendered, and their pictures. */
export interface MadePages
  extends Pick<PublishBody, 'body' | 'notShown' | 'pictures'>,
    Pick<MadeBody, 'topic' | 'follows' | 'source' | 'onHeld'> {}

/** Publishes pages that the server rendered. */
export async function publishMade(
  deps: PublishDeps,
  { topic, body, notShown, pictures, source = 'workbook', ...made }: MadePages,
  request: KnownRequest,
): Promise<Answer> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // The file came as slowly as its sender pleased.
  const { user } = await mayPublish(deps, topic, request);
  await assertNotHeld(deps, topic);
  const lost = await putPictures(deps, { topic, user, pictures });
  try {
    return {
      ...(await publishBody(deps, { ...made, topic, bytes, source }, request)),
      notShown: [...notShown, ...lost],
    };
  } catch (fault) {
    if (!deps.engine.head(topic)?.isLive) await deps.linkedFiles.removeAll(topic);
    throw fault;
  }
}

/** What a file is refused for is told in its own sentence. */
async function rendered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof RenderFault) throw fault;
    if (fault instanceof WorkbookError) throw new Refusal('unreadable_file', { message: fault.message });
    throw fault;
  }
}
