import { gropicOf, type Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import { signedOut } from '#lib/signed-out.ts';
import { mayConfigure } from '#policies/administering.ts';
import type { PublishDeps } from '../publish-deps.ts';
import { asStored, mayPublish, noteRefusal, type Publisher } from '../publisher.ts';

/** A release as it was asked for. */
export interface ReleaseAsk {
  readonly topic: Topic;
  readonly version: number;
  readonly accept: boolean;
  /** Of a publish that waits: what was looked at. */
  readonly revision?: number | undefined;
  /** One line; '' when none was given. */
  readonly reason: string;
}

/** Why somebody was refused, as the audit log keeps it. */
export const notAnAdmin = 'not an admin of the report';

/** Who may tag versions, roll back and release: a publisher with its bearer, an admin of the report in the browser (time 2). */
export async function mayKeep(deps: PublishDeps, topic: Topic, request: KnownRequest): Promise<Publisher> {
  const { actor } = request;
  if (actor.kind !== 'session') return mayPublish(deps, topic, request);
  const refusal = await asStored(deps, () => refusalNow(deps, topic, request));
  if (refusal?.code === 'not_allowed') await noteRefusal(deps, topic, request, notAnAdmin);
  if (refusal) throw refusal;
  return {
    user: actor.user,
    stillMay() {
      const now = refusalNow(deps, topic, request);
      if (now) throw now;
    },
  };
}

function refusalNow(deps: PublishDeps, topic: Topic, { actor }: KnownRequest): Refusal | undefined {
  if (deps.callers.isGone(actor)) return signedOut(actor);
  if (mayConfigure(deps.rights(), actor, gropicOf(topic))) return undefined;
  return new Refusal('not_allowed', { message: `In the browser, only an admin of ${topic} can do this` });
}
