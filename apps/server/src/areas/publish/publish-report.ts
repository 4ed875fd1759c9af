import type { Output, Parsed } from '@sheetwire/contract/call';
import type { publishReport as call } from '@sheetwire/contract/publish';
import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import type { WholeContent } from '#report/publishes.ts';
import type { PublishDeps } from './publish-deps.ts';
import { asPublisher } from './publisher.ts';
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
  const topic = topicAhead(bytes) ?? parse().topic;
  const actor = await asPublisher(deps, topic, request);
  const content = () => contentOf(deps, topic, parse());
  const published = await deps.engine.publish(topic, { sender: actor.user, body: bytes, parse: content });
  deps.heard(topic);
  return { topic, ...published };
}

function contentOf(deps: PublishDeps, topic: Topic, input: Parsed<typeof call>): WholeContent {
  if (input.topic !== topic) throw new Refusal('malformed', { message: 'The body names two topics' });
  if (input.pages.length === 0)
    throw new Refusal('page_names_missing', { message: 'A report needs at least one page' });
  return {
    pages: input.pages,
    metadata: input.metadata,
    holdControls: input.holdControls,
    viewSecret: secretHash(deps, topic, 'view', input.viewSecret),
    publishSecret: secretHash(deps, topic, 'publish', input.publishSecret),
  };
}

/** Left out keeps, an empty text removes (interfaces 4, Publish secret). */
function secretHash(deps: PublishDeps, topic: Topic, purpose: 'view' | 'publish', secret: string | undefined) {
  if (secret === undefined) return undefined;
  return secret === '' ? null : deps.secrets.hash(topic, purpose, secret);
}
