import { backoff } from '@sheetwire/client/backoff';
import type { Caller } from '@sheetwire/client/caller';
import type { Clock } from '@sheetwire/client/clock';
import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import type { Output } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import { onControlAction } from '@sheetwire/contract/reports';
import { errorText } from '#lib/api.ts';
import { giveUpLate } from '#lib/give-up-late.ts';
import type { Control, ControlValue } from './control.ts';

/** A value on its way to the publisher. */
export interface Update extends Pick<Control, 'name' | 'kind'>, Partial<Pick<Control, 'tag'>> {
  readonly topic: string;
  readonly value: ControlValue;
  /** The value as its reader knew it on the page where it was entered; a press says nothing. */
  readonly said?: string | undefined;
  /** Updates of one Submit go one after the other, whole or not at all. */
  readonly group?: number | undefined;
}

/** Why an update was dropped (spec 8). */
export type Refusal =
  | { readonly kind: 'unauthorized' }
  /** A final one can never be accepted (skip_retry); `said` is why, in the publisher's words. */
  | { readonly kind: 'unconfirmed'; readonly isFinal: boolean; readonly said: string | undefined }
  | { readonly kind: 'error'; readonly text: string };

/** Why an update is sent again: no answer came, the publisher did not confirm it, or the server asks for patience. */
export type WaitReason = 'line' | 'publisher' | 'busy';

/** What came of one attempt. */
export type Landing =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'again'; readonly after: number; readonly reason: WaitReason; readonly said?: string | undefined }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** One attempt to send an update; `tries` counts the attempts so far, this one too. */
export interface Attempt {
  readonly update: Update;
  readonly id: string;
  readonly tries: number;
}

/** Sends an update once; it never throws. */
export type SendUpdate = (attempt: Attempt) => Promise<Landing>;

export interface SendDeps {
  readonly call: Caller;
  readonly clock: Clock;
  readonly chance: () => number;
  readonly isRemote: boolean;
}

/** The control action call, under its prefix in remote mode (spec 7). */
export function controlCall(isRemote: boolean): typeof onControlAction {
  return isRemote ? { ...onControlAction, path: `/remote${onControlAction.path}` } : onControlAction;
}

/** Ids that no other page of the user has: the moment, chance and a count. */
export function makeIds({ clock, chance }: Pick<SendDeps, 'clock' | 'chance'>): () => string {
  const page = `${clock.now().toString(36)}-${Math.floor(chance() * Number.MAX_SAFE_INTEGER).toString(36)}`;
  let count = 0;
  return () => `${page}-${++count}`;
}

/** Sends updates over the control action call. */
export function makeSendUpdate(deps: SendDeps): SendUpdate {
  const definition = controlCall(deps.isRemote);
  return async ({ update, id, tries }) => {
    const late = new AbortController();
    const inTime = giveUpLate(late, deps.clock);
    try {
      const { topic, name, value } = update;
      const input = { topic, attributeVal: name, controlVal: value, id };
      const answer = await deps.call(definition, input, { signal: late.signal });
      return landingOf(update, answer, backoff(limits.controlUnconfirmed, tries - 1, deps.chance));
    } catch (error) {
      return landingOfError(error);
    } finally {
      inTime();
    }
  };
}

function landingOf(update: Update, answer: Output<typeof onControlAction>, patience: number): Landing {
  if (answer.unauthorized) return { kind: 'refused', refusal: { kind: 'unauthorized' } };
  if (answer.updated) return { kind: 'confirmed' };
  const isTriedAgain = update.kind === 'text' && update.group === undefined && !answer.skip_retry;
  const { message: said } = answer;
  if (isTriedAgain) return { kind: 'again', after: patience, reason: 'publisher', said };
  return { kind: 'refused', refusal: { kind: 'unconfirmed', isFinal: answer.skip_retry === true, said } };
}

const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

function landingOfError(error: unknown): Landing {
  if (error instanceof CallError && error.status === 429) {
    return { kind: 'again', after: error.retryAfter ?? limits.controlTooFast, reason: 'busy' };
  }
  // The page of a proxy before a server that is away is no answer of the server.
  const isGateway = error instanceof CallError && error.code === 'unreadable' && GATEWAY.has(error.status);
  if (error instanceof NetworkFailure || isGateway)
    return { kind: 'again', after: limits.controlRetry, reason: 'line' };
  return { kind: 'refused', refusal: { kind: 'error', text: errorText(error) } };
}

/** It goes in its turn, and not before those ahead of it: a button, or part of a Submit. */
export function isOrdered({ kind, group }: Update): boolean {
  return kind === 'button' || group !== undefined;
}

/** It is of this control. */
export function isOf(update: Update, topic: string, name: string): boolean {
  return update.topic === topic && update.name === name;
}
