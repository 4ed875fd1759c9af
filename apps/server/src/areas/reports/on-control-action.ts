import { createHash } from 'node:crypto';
import type { Output, Parsed } from '@sheetwire/contract/call';
import type { onControlAction as call } from '@sheetwire/contract/reports';
import { midEdit } from '@sheetwire/rules/control';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { enteredValue, isValidValue } from '#controls/control-values.ts';
import { type ShownControl, shownControl } from '#controls/shown-control.ts';
import type { KnownRequest } from '#http/route.ts';
import { viewOf } from '#policies/viewing.ts';
import { holdValue } from '#report/held/holding.ts';
import type { ReportsDeps } from './reports-deps.ts';

type Answer = Output<typeof call>;

/** A viewer used a control: its publisher gets the value, and says what became of it (semantics 5). */
export async function onControlAction(deps: ReportsDeps, ask: Ask, request: KnownRequest): Promise<Answer> {
  const { topic, date } = ask.topic;
  deps.controlRates.user.take(request.actor.user);
  if (date !== undefined) return refused(deps, topic, request);
  if (ask.attributeVal === midEdit) return typing(deps, ask, request);
  const use = await asStored(deps, topic, () => useNow(deps, ask, request));
  if (use === 'unauthorized') return refused(deps, topic, request);
  if (use === 'never') return neverAccepted;
  deps.controlRates.topic.take(topic);
  const answer = await send(deps, topic, {
    ...use,
    user: request.actor.user,
    id: ask.id,
    mayStill: () => mayInteract(deps, topic, request),
  });
  return answer ?? refused(deps, topic, request);
}

type Ask = Parsed<typeof call>;

/** Somebody types in a report, or stopped; each page of a browser on its own. */
async function typing(deps: ReportsDeps, { topic, controlVal, id }: Ask, request: KnownRequest): Promise<Answer> {
  const may = await asStored(deps, topic.topic, () => mayInteract(deps, topic.topic, request) || 'unauthorized');
  if (may === 'unauthorized') return refused(deps, topic.topic, request);
  if (controlVal !== 'true' && controlVal !== 'false') return neverAccepted;
  const { lineHash } = request.actor;
  deps.controls.midEdit(topic.topic, id === undefined ? lineHash : `${lineHash} ${id}`, controlVal === 'true');
  return { updated: true };
}

const neverAccepted: Answer = { updated: false, skip_retry: true };

/** Why a control may not be used so, for good. */
type Never = 'unauthorized' | 'never';

/** What is judged; a refusal by what the store has: another server may have given the right, or published the control, just now. */
async function asStored<T>(deps: ReportsDeps, topic: Topic, judge: () => Promise<T> | T): Promise<T> {
  const judged = await judge();
  if (judged !== 'unauthorized' && judged !== 'never') return judged;
  // Who asks while the store is being asked shares the next reading.
  await Promise.all([deps.readRights(), deps.engine.refresh(topic)]);
  return judge();
}

/** The control as the caller sees it here, and the value as everybody may be shown it. */
async function useNow(
  deps: ReportsDeps,
  { topic: { topic }, attributeVal, controlVal }: Ask,
  request: KnownRequest,
): Promise<Pick<Sent, 'shown' | 'value'> | Never> {
  if (!mayInteract(deps, topic, request)) return 'unauthorized';
  const shown = await deps.engine.read(topic, (state) => shownControl(state, request.actor.addressee, attributeVal));
  if (!mayInteract(deps, topic, request)) return 'unauthorized';
  const value = shown ? enteredValue(shown, controlVal) : null;
  return shown && isValidValue(shown, value) ? { shown, value } : 'never';
}

function mayInteract(deps: ReportsDeps, topic: Topic, { actor }: KnownRequest): boolean {
  const head = deps.engine.head(topic);
  return head?.isLive === true && viewOf(deps, { head, actor, viewSecret: undefined }).mayInteract;
}

/** Of reports that are not there nothing is noted: their names are anybody's. */
function refused(deps: ReportsDeps, topic: Topic, request: KnownRequest): Answer {
  if (deps.engine.head(topic)) deps.noteRefusal(topic, request);
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
