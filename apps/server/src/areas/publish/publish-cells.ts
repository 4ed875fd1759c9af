import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { publishCells as call } from '@sheetwire/contract/publish';
import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import type { CellsPublish } from '#report/publish/publishes.ts';
import { publishAnswer } from './guard/publish-answer.ts';
import type { PublishDeps } from './publish-deps.ts';
import { asPublisher, assertPublishesAny, type Publisher, takeTurn } from './publisher.ts';
import { topicAhead } from './topic-ahead.ts';

/** The unpacked body of a publish of cells and its parser. */
interface CellsBody {
  readonly bytes: Buffer;
  readonly parse: () => Parsed<typeof call>;
}

/** Publishes changed cells on top of a known version (interfaces 4). */
export async function publishCells(
  deps: PublishDeps,
  body: CellsBody,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  takeTurn(deps, request);
  const isLong = body.bytes.length > limits.clean.inlineCells;
  const { topic, read } = await (isLong ? readOnThread(deps, body.bytes, request) : readHere(body));
  const published = await asPublisher(deps, topic, request, (publisher) =>
    deps.engine.patch(topic, sentBy(publisher, read())),
  );
  deps.heard(topic, { hasVersion: published.changed });
  return publishAnswer(topic, published);
}

type Cells = Pick<CellsPublish, 'baseVersion' | 'cells'>;

interface Read {
  readonly topic: Topic;
  /** Asked by who may publish. */
  readonly read: () => Cells | Promise<Cells>;
}

function readHere({ parse }: CellsBody): Read {
  const { topic, ...cells } = parse();
  return { topic, read: () => cells };
}

/** A long body is read and cleaned on a thread while the publish waits its turn: publishes of a topic keep their order. */
async function readOnThread(deps: PublishDeps, bytes: Buffer, request: KnownRequest): Promise<Read> {
  const ahead = topicAhead(bytes);
  if (!ahead) await assertPublishesAny(deps, request);
  let reading: ReturnType<typeof deps.readCells> | undefined;
  const readOnce = () => (reading ??= deps.readCells(bytes, request.actor.user));
  const topic = ahead ?? (await readOnce()).topic;
  const read = async (): Promise<Cells> => {
    const { topic: named, baseVersion, cells } = await readOnce();
    if (named !== topic) throw new Refusal('malformed', { message: 'The body contains two topics' });
    return { baseVersion, cells };
  };
  return { topic, read };
}

function sentBy({ user: sender, stillMay }: Publisher, cells: Cells | Promise<Cells>) {
  if (!(cells instanceof Promise)) return { ...cells, sender, stillMay };
  const sent = cells.then((read): CellsPublish => ({ ...read, sender, stillMay }));
  // Told by the publish that waits for it, if that comes to its turn at all.
  sent.catch(() => undefined);
  return sent;
}
