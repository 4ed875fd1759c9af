import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { publishCells as call } from '@sheetwire/contract/publish';
import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import type { CellsPublish } from '#report/publishes.ts';
import type { PublishDeps } from './publish-deps.ts';
import { mayPublish, takeTurn } from './publisher.ts';
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
  const { topic, cells } = isLong ? await readOnThread(deps, body.bytes, request) : await readHere(deps, body, request);
  const published = await deps.engine.patch(topic, cells);
  deps.heard(topic);
  return { topic, ...published };
}

interface Read {
  readonly topic: Topic;
  readonly cells: CellsPublish | Promise<CellsPublish>;
}

async function readHere(deps: PublishDeps, { parse }: CellsBody, request: KnownRequest): Promise<Read> {
  const { topic, baseVersion, cells } = parse();
  const { user: sender } = await mayPublish(deps, topic, request);
  return { topic, cells: { sender, baseVersion, cells } };
}

/** A long body is read and cleaned on a thread while the publish waits its turn: publishes of a topic keep their order. */
async function readOnThread(deps: PublishDeps, bytes: Buffer, request: KnownRequest): Promise<Read> {
  const ahead = topicAhead(bytes);
  if (ahead) await mayPublish(deps, ahead, request);
  const reading = deps.readCells(bytes, request.actor.user);
  const topic = ahead ?? (await reading).topic;
  const { user: sender } = ahead ? request.actor : await mayPublish(deps, topic, request);
  const cells = reading.then((read): CellsPublish => {
    if (read.topic !== topic) throw new Refusal('malformed', { message: 'The body names two topics' });
    return { sender, baseVersion: read.baseVersion, cells: read.cells };
  });
  // Told by the publish that waits for it, if that comes to its turn at all.
  cells.catch(() => undefined);
  return { topic, cells };
}
