import type { PackedSteps } from './packed-steps.ts';

/** What the page asks of the worker. */
export type StepsRequest =
  | { readonly kind: 'ask'; readonly id: number; readonly url: string; readonly init: RequestInit }
  /** Nobody waits for the answer any more. */
  | { readonly kind: 'giveUp'; readonly id: number };

/** How an answer begins. */
export interface StepsHead {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** What an answer says: its text but for the steps, which are beside it. */
export interface StepsBody {
  readonly text: string;
  readonly steps: PackedSteps | undefined;
}

/** What the worker says; `ready` is the first. */
export type StepsMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'head'; readonly id: number; readonly head: StepsHead }
  | { readonly kind: 'body'; readonly id: number; readonly body: StepsBody }
  /** No answer came, or not all of it. */
  | { readonly kind: 'failed'; readonly id: number; readonly words: string };
