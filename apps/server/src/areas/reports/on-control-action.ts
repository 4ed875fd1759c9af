import { createHash } from 'node:crypto';
import type { Output, Parsed } from '@sheetwire/contract/call';
import type { onControlAction as call } from '@sheetwire/contract/reports';
import { midEdit } from '@sheetwire/rules/control';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { isValidValue } from '#controls/control-values.ts';
import { type ShownControl, shownControl } from '#controls/shown-control.ts';
import type { KnownRequest } from '#http/route.ts';
import { viewOf } from '#policies/viewing.ts';
import { holdValue } from '#report/held/holding.ts';
import type { ReportsDeps } from './reports-deps.ts';

type Answer = Output<typeof call>;

/** A viewer used a control: its publisher gets the value, and says what became of it (semantics 5). */
export async function onControlAction(
  deps: ReportsDeps,
  { topic: { topic, date }, attributeVal, controlVal, id }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Answer> {
  const { user, addressee, lineHash } = request.actor;
  deps.controlRates.user.take(user);
  if (date !== undefined || !mayInteract(deps, topic, request)) return refused(deps, topic, request);
  if (attributeVal === midEdit) {
    if (controlVal !== 'true' && controlVal !== 'false') return neverAccepted;
    deps.controls.midEdit(topic, id === undefined ? lineHash : `${lineHash} ${id}`, controlVal === 'true');
    return { updated: true };
  }
  const shown = await deps.engine.read(topic, (state) => shownControl(state, addressee, attributeVal));
  if (!mayInteract(deps, topic, request)) return refused(deps, topic, request);
  if (!shown || !isValidValue(shown, controlVal)) return neverAccepted;
  deps.controlRates.topic.take(topic);
  const answer = await send(deps, topic, {
    shown,
    user,
    value: controlVal,
    id,
    mayStill: () => mayInteract(deps, topic, request),
  });
  return answer ?? refused(deps, topic, request);
}

const neverAccepted: Answer = { updated: false, skip_retry: true };

function mayInteract(deps: ReportsDeps, topic: Topic, { actor }: KnownRequest): boolean {
  const head = deps.engine.head(topic);
  return head?.isLive === true && viewOf(deps, { head, actor, viewSecret: undefined }).mayInteract;
}

/** Of reports that are not there nothing is noted: their names are anybody's. */
async function refused(deps: ReportsDeps, topic: Topic, request: KnownRequest): Promise<Answer> {
  if (deps.engine.head(topic)) await deps.noteRefusal(topic, request);
  return { unauthorized: true };
}

interface Sent {
  readonly shown: ShownControl;
  readonly user: User;
  readonly value: string | null;
  /** The same when the viewer's page sends an update again, since it got no answer. */
  readonly id: string | undefined;
  /** Whether the viewer may still use controls of the report: a publisher is waited for. */
  readonly mayStill: () => boolean;
}

/** Undefined when the viewer's right went before the value was held. */
async function send(deps: ReportsDeps, topic: Topic, sent: Sent): Promise<Answer | undefined> {
  const { shown, user, value, id } = sent;
  const { owner, key, control, mark } = shown;
  const sameId = id === undefined ? undefined : idOf(user, topic, owner, key, value, id);
  const sentAs = sameId ?? deps.controls.newId();
  const end = await deps.controls.send({ topic, owner, key, name: control.name, value, user, mark }, sentAs);
  switch (end) {
    case 'updated':
      return { updated: true };
    case 'withdrawn':
      return { updated: false };
    case 'rejected':
      return { updated: false, ...(await publisherWord(deps, sentAs)) };
    case 'skip_retry':
      return { ...neverAccepted, ...(await publisherWord(deps, sentAs)) };
    case 'nobody':
      return shown.holdControls ? hold(deps, topic, { ...sent, id: sameId }) : { updated: false };
  }
}

/** Why the publisher did not take the value, if it says so. */
async function publisherWord({ controls }: ReportsDeps, id: string): Promise<Answer> {
  const message = await controls.reasonOf(id);
  return message === '' ? {} : { message };
}

/** No id of one user, control or value meets another's. */
function idOf(...parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * Nobody is connected and the report asked the server to keep what viewers set. The update has ended with that: sent
 * again since its answer was lost, it covers nothing that was set meanwhile.
 */
async function hold(deps: ReportsDeps, topic: Topic, sent: Sent): Promise<Answer | undefined> {
  const { shown, user, value, id } = sent;
  const { owner, key } = shown;
  const wanted = { owner, key, value, user, at: await deps.storeNow(), sentAs: id };
  let isShown = false;
  let isGone = false;
  const held = await deps.engine.hold(topic, (state, cap) => {
    isGone = !sent.mayStill();
    if (isGone) return 'gone';
    const came = holdValue(state, wanted, cap);
    isShown = came === 'same';
    return came;
  });
  if (isGone) return undefined;
  if (held !== 'held') return neverAccepted;
  if (isShown && id !== undefined) await deps.controls.noteHeld(id, { topic, owner, key });
  return { updated: true };
}
