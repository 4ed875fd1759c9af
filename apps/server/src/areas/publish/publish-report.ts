import type { Output, Parsed } from '@sheetwire/contract/call';
import { publishReport as call } from '@sheetwire/contract/publish';
import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { parseJson } from '#lib/json.ts';
import { Refusal } from '#lib/refusal.ts';
import { validate } from '#lib/validate.ts';
import type { HeldPublish } from '#ports/guard/guard-store.ts';
import { isThreadWork } from '#report/publish/publish-whole.ts';
import type { WholePublish as PublishOfEngine, WholeContent } from '#report/publish/publishes.ts';
import type { ReadHead } from '#report/publish/read-report.ts';
import { publishAnswer } from './guard/publish-answer.ts';
import type { PublishDeps } from './publish-deps.ts';
import { asPublisher, assertPublishesAny, takeTurn } from './publisher.ts';
import { topicAhead } from './topic-ahead.ts';

/** The unpacked body of a publish and its parser. */
interface WholeBody {
  readonly bytes: Buffer;
  readonly parse: () => Parsed<typeof call>;
}

/** Publishes a whole report; an unchanged one keeps its version and time (interfaces 4). */
export async function publishReport(
  deps: PublishDeps,
  { bytes, parse }: WholeBody,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  takeTurn(deps, request);
  const ahead = topicAhead(bytes);
  // A body whose topic stands behind its pages is read to its end before anything is known of it.
  const isReadFirst = !ahead && isThreadWork(bytes);
  if (isReadFirst) await assertPublishesAny(deps, request);
  const reading = isReadFirst ? deps.readReport(bytes, request.actor.user) : undefined;
  const topic = ahead ?? (reading ? (await reading).head.topic : parse().topic);
  return publishWhole(deps, { topic, bytes, parse, reading }, request);
}

/** The body of a whole report that the server made itself. */
export interface MadeBody {
  readonly topic: Topic;
  readonly bytes: Buffer;
  readonly follows?: PublishOfEngine['follows'];
  readonly source?: PublishOfEngine['source'];
  /** Told of the publish that waits for approval, where it does. */
  readonly onHeld?: ((held: HeldPublish) => void) | undefined;
}

/** Publishes what the server made itself, on the version that it was made for. */
export function publishBody(deps: PublishDeps, made: MadeBody, request: KnownRequest): Promise<Output<typeof call>> {
  const parse = () => validate(call.input, parseJson(made.bytes));
  return publishWhole(deps, { ...made, parse, reading: undefined }, request);
}

interface WholePublish extends WholeBody, Omit<MadeBody, 'bytes'> {
  /** Its reading on a thread, where that has begun. */
  readonly reading: ReturnType<PublishDeps['readReport']> | undefined;
}

async function publishWhole(
  deps: PublishDeps,
  { topic, bytes, parse, reading, follows, source, onHeld }: WholePublish,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const whole = {
    follows,
    source,
    body: bytes,
    parse: () => contentOf(deps, topic, parse()),
    secretsOf: (read: ReadHead) => secretsOf(deps, topic, read),
    reading,
  };
  // One object, however often its sender is judged anew: a body that changed threads cannot be read again.
  const published = await asPublisher(deps, topic, request, ({ user: sender, stillMay }) =>
    deps.engine.publish(topic, Object.assign(whole, { sender, stillMay })),
  );
  deps.heard(topic, { hasVersion: published.changed });
  if (published.held) onHeld?.(published.held);
  return publishAnswer(topic, published);
}

function contentOf(deps: PublishDeps, topic: Topic, input: Parsed<typeof call>): WholeContent {
  const { pages, metadata, holdControls } = input;
  return { pages, metadata, holdControls, ...secretsOf(deps, topic, { ...input, pageCount: pages.length }) };
}

/** The hashes of the secrets to set; refuses a body that is not one of this topic. */
function secretsOf(
  deps: PublishDeps,
  topic: Topic,
  read: Pick<ReadHead, 'topic' | 'pageCount'> & Pick<Parsed<typeof call>, 'viewSecret' | 'publishSecret'>,
): Pick<WholeContent, 'viewSecret' | 'publishSecret'> {
  if (read.topic !== topic) throw new Refusal('malformed', { message: 'The body contains two topics' });
  if (read.pageCount === 0)
    throw new Refusal('page_names_missing', { message: 'A report must have at least one page' });
  return {
    viewSecret: secretHash(deps, topic, 'view', read.viewSecret),
    publishSecret: secretHash(deps, topic, 'publish', read.publishSecret),
  };
}

/** Left out keeps, an empty text removes (interfaces 4, Publish secret). */
function secretHash(deps: PublishDeps, topic: Topic, purpose: 'view' | 'publish', secret: string | undefined) {
  if (secret === undefined) return undefined;
  return secret === '' ? null : deps.secrets.hash(topic, purpose, secret);
}
